"""What stands on `main`: the files of a commit, what people committed by hand, and what the engine commits."""

"""What may be wrong with rules that load: doubts, each found by reading them closely. No code runs."""

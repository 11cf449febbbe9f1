"""What is wrong with a game's repository, and how to mend it. Reads only; nothing here mends anything."""

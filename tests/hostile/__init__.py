"""A corpus of hostile input, as data by door, and the rooms it is thrown at."""

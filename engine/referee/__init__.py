"""One pass: read, judge, write, answer. It decides nothing itself: what follows from what is the fold's."""

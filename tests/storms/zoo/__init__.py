"""The bug zoo: what games of this kind got wrong, planted one at a time into the running engine, and what catches it."""

ONE_IN = 5  # bugs that `make test` plants

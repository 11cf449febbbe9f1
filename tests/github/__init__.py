"""GitHub as tests need it beside what a table does: faults, settings, checks, locks, and people who push and merge."""

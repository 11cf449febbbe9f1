"""The Starlark host: loads rule code, calls it, and says whose fault a failure is."""

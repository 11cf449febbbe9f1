"""Changes of one place in the pure rooms, drawn by a seed: do the tests notice each? `make mutants` asks them."""

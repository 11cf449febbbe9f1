"""What must not be so after a season, one question a file; each knows what people did from the ledger alone."""

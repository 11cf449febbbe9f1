"""What a proof is made of: history, chain, stretches of replay, dice keys. It reads a repository and never writes to one."""

"""What could go wrong: seeded seasons under faults, and an oracle that knows what people did. It mends nothing."""

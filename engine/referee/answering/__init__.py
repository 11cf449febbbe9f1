"""The wishes of the pushed state fulfilled, and the engine's own posts known again."""

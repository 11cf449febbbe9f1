"""The fold in children without token, key and environment, and what they send taken as a stranger's."""

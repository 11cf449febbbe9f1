"""Tests about the repository itself."""

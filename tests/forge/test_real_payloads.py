"""GitHub's own sample payloads are read, each to its thread."""

from __future__ import annotations

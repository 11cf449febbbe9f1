"""Asking the law: which command a text is, what rules answer, forbid and hear, and what their constraints say of what changed.

It counts and decides no poll, and merges nothing.
"""

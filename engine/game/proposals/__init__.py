"""A proposal's life: what is asked when it is opened, who may vote, what counts, the verdict, and how it becomes law.

It tries nothing out and plays no example.
"""

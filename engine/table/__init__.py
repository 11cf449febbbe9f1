"""A game at a folder, played at a table: the hub kept on disk, the real referee after whatever anyone does, pages, a terminal.

It knows no rule: what a page shows is what the rules declare, and what the law says is asked of it in a child.
"""

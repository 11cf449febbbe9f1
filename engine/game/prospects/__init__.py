"""What would follow: what is missing in a poll, who could turn it, and whether a changed law could still be changed.

Whatever it tries it takes back.
"""

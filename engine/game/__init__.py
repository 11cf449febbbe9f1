"""What follows: records, happenings, the clock, polls, proposals and dice, folded over the law. It never opens a file,
asks the time, draws a number by itself or talks to anyone.
"""

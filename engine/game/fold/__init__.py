"""The fold: happenings judged in order, the clock between them, the journal behind them.

It is a function of its arguments; it opens no file and asks nobody the time.
"""

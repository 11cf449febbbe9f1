"""Examples: the cases written beside the rules, played by the same fold as the game.

Nothing they do reaches a game.
"""

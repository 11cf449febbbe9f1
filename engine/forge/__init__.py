"""The referee's ports on GitHub and git: it fetches, posts and pushes what it is told to, and never decides anything about the game."""

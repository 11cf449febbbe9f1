"""What the rules say: rule documents, their front matter, precedence, and the Starlark host. It knows no word of the game."""

"""What a text becomes that is too long for its place."""


def clipped(text: str, most: int) -> str:
    """The text, of at most so many characters: one that has more ends with a sign that something is left out."""
    return text if len(text) <= most else f"{text[: most - 1]}…"

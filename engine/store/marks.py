"""Marks: names of places in the engine that are hard to come by. They do nothing; whoever tests can listen for them."""


def reached(name: str) -> None:
    """Nothing: no answer may depend on it. What a long run of the storms never reached, it lists."""

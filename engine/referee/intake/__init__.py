"""From what the forge shows to an inbox: what is new, each thing with an id it has forever. Nothing is written."""

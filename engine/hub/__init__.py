"""GitHub, embedded: one model of its behaviour, served on loopback. It knows no rule and never imports the game."""

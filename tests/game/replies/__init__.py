"""Golden files of every sentence said to players: read their differences as a newcomer would."""

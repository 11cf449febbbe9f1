"""Rule files read into what they declare, say and contain, with the place of each thing. No code runs."""

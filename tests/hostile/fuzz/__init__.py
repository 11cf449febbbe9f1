"""Whatever is sent to a reader, nothing comes of it but a value or the room's own error: looked for at random.

`make test` looks at the same few hundred examples each time; `make fuzz` at new ones for as long as one likes.
"""

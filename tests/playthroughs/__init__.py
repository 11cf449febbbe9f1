"""Whole games as transcripts: what people wrote goes in; records, replies and journal come out, blessed by hand."""

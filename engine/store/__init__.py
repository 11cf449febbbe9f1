"""Values and bytes: canonical YAML, rule files, records, the journal. Text in, values out; it never opens a file."""

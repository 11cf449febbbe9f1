"""The world a happening finds: records and notes, the law in force, the facts that rules are told, what changed, what is to be shown.

It decides nothing and asks no rule.
"""

"""The words a rule may use, one file for each kind; the registry is the list of all of them. A word never decides what is lawful."""

"""What a game repository is made of: the files that every game has, those its rules call for, and how it is begun."""

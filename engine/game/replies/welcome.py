"""The first words of a new game: the table issue, and the README of its repository."""

from collections.abc import Sequence

from engine.store.joined import in_code

BOARD = "<!-- board -->\nThe board of the game is drawn here, as soon as something has happened.\n<!-- /board -->"


def table(name: str) -> tuple[str, str]:
    """Title and body of the issue where commands are written that belong to no other thread."""
    body = (
        f"This is the table of {name}. Write your commands here as comments, one to a comment.\n\n"
        "`/help` shows what you can write. Proposals are pull requests, and votes are comments there."
    )
    return f"The table of {name}", body


def no_secret() -> str:
    """What is left to do where a game was made from a template and has no key, for who has never seen a secret."""
    return (
        "**One thing is left to do before the game can begin**, and whoever made this repository can do it in a browser.\n\n"
        "The dice need a *secret*: a long word that nobody knows, which GitHub keeps for the game and shows to no one. Whoever "
        "knew it could foresee the rolls.\n\n"
        "1. Open *Settings* of this repository, then *Secrets and variables*, then *Actions*.\n"
        "2. Press *New repository secret*. As its name write `NOMIC_DICE_KEY`.\n"
        "3. As the secret itself write at least 30 letters and digits that nobody could guess: what a password manager draws, or what "
        "your fingers do on the keys. Keep a copy where only you can read it, and press *Add secret*.\n"
        "4. Open *Actions*, choose *referee* on the left, press *Run workflow*.\n\n"
        "Then the game says here that it is on. Until then everything that is written waits, and nothing is lost."
    )


def weak_secret(shortest: int) -> str:
    """Where the key that a game would begin with could be found by trying."""
    return (
        "**The secret is too easy to guess**, and the game waits for another. What the dice key hashes to is shown to everyone, so "
        f"whoever tries enough words would know every roll to come. It takes {shortest} characters at least, and many different ones.\n\n"
        "1. Open *Settings* of this repository, then *Secrets and variables*, then *Actions*.\n"
        "2. Press the pencil beside `NOMIC_DICE_KEY`, write 30 letters and digits or more that nobody could guess, and press "
        "*Update secret*.\n"
        "3. Open *Actions*, choose *referee* on the left, press *Run workflow*.\n\n"
        "Nothing that was written is lost."
    )


def readme(
    name: str,
    ruleset: str,
    timezone: str,
    joining: Sequence[str],
    deciding: tuple[Sequence[str], Sequence[str]],
    commands: Sequence[tuple[str, str]],
    forms: bool,
) -> str:
    """The front page of a game's repository. `joining` are the usages open to anyone, `deciding` those that open and resolve a
    poll, `commands` all of them with their help."""
    begin = in_code(joining) or "as the rules say"
    form = ", or use the form under *Issues, New issue*" if forms else ""
    opens, resolves = map(in_code, deciding)
    opened = f" Put it to the vote with {opens} in its thread." if opens else ""
    decided = f" {resolves} there decides, once enough have voted." if resolves else " It is decided as the rules say."
    listed = "\n".join(f"- `{usage}` {text}".rstrip() for usage, text in commands)
    return f"""# {name}

{BOARD}

This repository is a game of Nomic, in which changing the rules is a move. The rules stand in
[`rules/{ruleset}/`](rules/{ruleset}), one to a file, and what they say is what happens: a program reads what players write,
counts, decides, merges what was adopted, and keeps the world in [`state/`](state). Everything is a comment, so a phone is enough.

## How to play

1. **Join**: write {begin} in issue #1, the table{form}.
2. **Act**: one command to a comment. Capital letters and white space do not matter. Every command is answered, with the
   reason if it is refused. Editing a comment never runs a command.
3. **Propose**: change or add a file in `rules/{ruleset}/` on GitHub and let it make a pull request; a new rule's file says
   `rule: next`. The check *What would be refused* tells you what stands in its way before you open it for voting.{opened}
4. **Vote**: `yay` or `nay`, the word alone, as a comment in the pull request. The latest counts. Reviews and reactions count
   for nothing.{decided}

## What you can write

{listed}

These are the commands the game began with. `/help` lists those in force, and `/status` says how things stand.

## Where things are

| | |
|---|---|
| [`rules/`](rules) | the law in force |
| [`state/`](state) | the world: one record to a file; times are dated in UTC, periods follow {timezone} |
| `state/journal/` | what happened, day by day, with every roll of the dice |
| [`proposals/`](proposals) | what was decided |
| [`.github/engine.txt`](.github/engine.txt) | the version of the engine that this game is played with |

Commits on `main` by hand are announced and taken as they are: leave `rules/` and `state/` to the game.
"""

"""What is said when a game moves from a table to GitHub, where its players have other accounts."""

from collections.abc import Sequence

from engine.game.refusal import Refusal
from engine.game.replies.inert import inert, person
from engine.game.replies.somany import people


def moved(names: Sequence[str], word: str, until: str = "") -> str:
    """The first words on the new table: who is taken for whom, by name. `until`: what the clock says, where it was moved ahead."""
    told = (
        "**The game has moved here from the table where it began**, with its rules, its records and its whole journal. What is "
        "written here counts from now on."
    )
    if until:
        told += (
            f"\n\nAt the table the clock was moved ahead. It says **{until}**, and here the time is the real one: until then nothing "
            "falls due and no term runs out. Moves and votes count all the same, dated with that moment. From then on the clock goes on by "
            "itself."
        )
    if not names:
        return told
    return (
        f"{told}\n\nWho played under a name there is taken to be the account of that name here: {people(names)}. Each of you writes "
        f"`{word}` once, from that account, and has the seat again. Whoever has another name here renames the account, or asks an "
        "administrator to have the seat's name put right: `/correct players ana login ana-on-github because she is called that here`."
    )


def hint(word: str) -> str:
    return f"If you played under this name at the table, write `{word}`."


def seat_waits(login: str, key: str, word: str) -> Refusal:
    return Refusal(
        "unconfirmed",
        f"A seat of the name {person(login)} waits here for its owner, and who begins anew can never have it again.",
        f"{hint(word)} If you did not, an administrator gives the seat the name of its owner here first: "
        f"`/correct players {key} login ana-on-github because she is called that here`.",
    )


def confirmed(login: str) -> str:
    return f"{person(login)} has the seat of that name again."


def seated_already(player: str) -> Refusal:
    return Refusal(
        "unconfirmed",
        f"You play already, as {person(player)}, and nobody has two seats.",
        "The other seat waits for an account of its own: whoever had it writes `/confirm` from there, after an administrator has given "
        "the seat that account's name if it has another: `/correct players ana login ana-on-github because ...`.",
    )


def nobody_of_that_name(login: str, names: Sequence[str]) -> Refusal:
    return Refusal(
        "unconfirmed",
        f"Nobody who is waited for is called {inert(login)}.",
        f"Waited for: {people(names)}. An administrator can put a seat's name right: `/correct players ana login {login} because ...`.",
    )

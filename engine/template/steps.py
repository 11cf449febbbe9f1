"""What is left to do on GitHub once a game's files are made: said step by step, with the commands to paste."""

import json
from typing import Final

from engine.game.replies import welcome

KEY_FILE: Final = "nomic-dice-key"
SECRET: Final = "NOMIC_DICE_KEY"
# The token of a workflow cannot be let past a rule of a ruleset in a user's own repository, so these two are all there may be.
PROTECTION: Final = {
    "name": "main",
    "target": "branch",
    "enforcement": "active",
    "conditions": {"ref_name": {"include": ["~DEFAULT_BRANCH"], "exclude": []}},
    "rules": [{"type": "deletion"}, {"type": "non_fast_forward"}],
}


def steps(folder: str, name: str, repository: str, unreachable: str = "") -> str:
    """The remaining steps. `repository` is owner/name, or empty if it is not known yet.

    `unreachable` is the engine's version where that was installed from a folder, so that no workflow may find it.
    """
    title, body = welcome.table(name)
    place = repository or "OWNER/NAME"
    return f"""The game is in {folder}, with one commit. What is left is done once, on GitHub. The lines to paste use GitHub's own
command line `gh`; the same can be done on the pages named.
{_engine(folder, unreachable) if unreachable else ""}
1. Create the repository, public, and push. Without gh: create an empty one, then `git push` to it.

     cd {_quoted(folder)}
     gh repo create {place} --public --source . --push

2. The dice key. It is in `.git/{KEY_FILE}`, which git never commits. Keep a copy where only you can read it: whoever has it
   can foresee rolls, and without it no pass is made. (Settings, Secrets and variables, Actions.)

     gh secret set {SECRET} < .git/{KEY_FILE} && rm .git/{KEY_FILE}

{_settings(place)}6. The table, which must be issue #1, so open it before anything else. Pin it.

     gh issue create --title {_quoted(title)} --body {_quoted(body)}

7. The first pass. Afterwards every comment starts one, and the clock starts one each hour.

     gh workflow run referee.yml
     GITHUB_TOKEN=$(gh auth token) GITHUB_REPOSITORY={place} nomic doctor .
"""


def _settings(place: str) -> str:
    """The steps on GitHub's own settings, which are the same for every game."""
    return f"""3. Actions. On the page Settings, Actions, General, let actions run; those used are GitHub's own. The default
   permissions may stay at "Read": each workflow asks for what it needs.

     gh api -X PUT repos/{place}/actions/permissions -F enabled=true -f allowed_actions=all
     gh api -X PUT repos/{place}/actions/permissions/workflow -f default_workflow_permissions=read

4. Protect `main` from force-push and deletion, and from nothing else: the workflow's token has to push to it, so do not
   require pull requests, reviews, checks, signatures or a linear history. (Settings, Rules, Rulesets.)

     echo '{json.dumps(PROTECTION)}' |
       gh api repos/{place}/rulesets --input -

5. Pages, for the board. The game goes on without it, and nothing is published then. (Settings, Pages, Source: GitHub Actions.)

     gh api -X POST repos/{place}/pages -f build_type=workflow

"""


def publishing(copy: str, key: str, place: str, threads: str, late: str, unreachable: str = "") -> str:
    """The steps that move a game from a table. `copy` and `key` are quoted paths, `threads` the lines that take their numbers.

    `unreachable` is the version that the game asks an index for, where the engine was installed from a folder.
    """
    return f"""The game is ready to move, in {copy}; the table's own stays as it is. What is left is done once, on GitHub. The lines to
paste use GitHub's own command line `gh`.
{late}
1. Create the repository, public, and push the game with its whole history.

     gh repo create {place} --public
     git -C {copy} push https://github.com/{place}.git main

2. The threads. The table must be issue #1, and the numbers that other threads had are taken by issues that say so. Until the dice
   key is there runs of the referee fail, as they should: what one opened in between would take these numbers. The lines end at one
   that fails: go on with that one.

{threads}

{_settings(place)}6. The dice key: the table's own, so that rolls and seals go on. Keep a copy where only you can read it.

     gh secret set {SECRET} -R {place} < {key}

7. The engine. The workflows install what `.github/engine.txt` names; in a clone, `nomic upgrade --engine` names another address.
{_from_folder(unreachable) if unreachable else ""}
     git clone https://github.com/{place}.git {_clone(place)} && cd {_clone(place)}
{_NAMED_THERE if unreachable else ""}
8. The first pass. The table then says who is taken for whom, by name; each player writes `/confirm` there once.

     gh workflow run referee.yml -R {place}
     GITHUB_TOKEN=$(gh auth token) GITHUB_REPOSITORY={place} nomic doctor .
"""


def _engine(folder: str, version: str) -> str:
    return f"""
0. The engine. {_from_folder(version).strip()}

     cd {_quoted(folder)}
{_NAMED}
"""


def _from_folder(version: str) -> str:
    return f"""   This one was installed from a folder, and the workflows cannot reach that: they install nomic-engine=={version}
   from the package index. If no index has it, push its repository to GitHub, or a wheel to any place that can be read, and
   name the address, of git with the commit:
"""


_NAMED: Final = """     nomic upgrade --engine git+https://github.com/OWNER/ENGINE@COMMIT
     git commit --all --message "Name where the engine is\""""
_NAMED_THERE: Final = f"{_NAMED} && git push\n"


def _clone(place: str) -> str:
    """A name for a clone beside the table's folder, which has the game's own."""
    return f"{place.partition('/')[2]}-on-github"


def _quoted(text: str) -> str:
    """For bash and zsh, on one line."""
    if text and all(c.isalnum() or c in "/._-+=:@" for c in text):
        return text
    if "\n" not in text:
        return "'" + text.replace("'", "'\\''") + "'"
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"$'{escaped}'"

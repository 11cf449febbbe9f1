"""What has the form of somebody's secret. A forge refuses a push that holds one, so none is ever written down.

GitHub's push protection looks for such forms in every file of a push. One comment with one would stop every pass.
"""

import re
from typing import Final

WITHHELD: Final = "(withheld)"
# The well-known beginnings of what services hand out, each long enough that no word of a language is one.
_FORM: Final = re.compile(
    r"(?i:gh[opsur]_[a-z0-9]{36,}|github_pat_\w{22,}|gl[a-z]{2,6}-[\w-]{20,}|npm_[a-z0-9]{36}|dckr_pat_[\w-]{20,})"
    r"|(?i:xox[a-z]-[a-z0-9-]{10,}|xapp-\d-[\w-]{30,}|hooks\.slack\.com/services/T\w+/B\w+/\w+)"
    r"|(?i:[rs]k_(?:live|test)_[a-z0-9]{16,}|sk-(?:ant|proj|svcacct|admin)-[\w-]{20,}|hf_[a-z0-9]{34}|pypi-AgE[\w-]{20,})"
    r"|(?i:do[opr]_v1_[0-9a-f]{64}|shp[a-z]{2,3}_[0-9a-f]{32})|SG\.[\w-]{22}\.[\w-]{43}|hv[bsr]\.[\w-]{24,}"
    r"|A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}|AIza[\w-]{35}|GOCSPX-[\w-]{28}|AccountKey=[\w+/]{80,}={0,2}"
    # What goes on behind them, too: an answer that quotes as much as there is room for may end just where the form does.
    r"|(?<!\w)(?:dapi[0-9a-f]{32}|cio[A-Za-z0-9]{32}|SK[0-9a-f]{32}|oy2[a-z0-9]{43}|ATATT3[\w=-]{60,})\w*"
    r"|(?<!\w)\d{8,10}:AA[\w-]{33}|(?<!\w)(?:figd|r8|sntry[a-z])_[\w=+/-]{36,}|dp\.[a-z]{2,5}\.[\w.-]{40,}"
    r"|\.atlasv1\.[\w-]{60,}|(?<!\w)fm\d_[\w+/=-]{40,}"
    r"|(?<!\w)[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}|(?<!\w)(?:1//0[\w-]{30,}|sq0[a-z]{3}-[\w-]{22,}|NRAK-[A-Z0-9]{27}\w*|aio_[A-Za-z0-9]{28}\w*)"
    r"|[\w.~-]{3}[78]Q~[\w.~-]{31,}|(?<!\w)[0-9a-f]{32}-us[0-9]{1,2}\w*"
    # Whether all three parts are there is looked at where the first begins, and not from each beginning within it.
    r"|(?<![\w-])(?=[\w-]*+\.eyJ[\w-]{10,}+\.[\w-]{20})[\w-]*?(?<!\w)eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}"
    # And a long word in which large and small letters alternate with figures: longer than any login.
    r"|(?<![A-Za-z0-9])(?=[a-z0-9]*[A-Z])(?=[A-Z0-9]*[a-z])(?=[0-9]*(?:[A-Za-z]+[0-9]+){3})[A-Za-z0-9]{40,}"
    # And what looks like one of services unknown here: a name, and after it letters among figures without end.
    r"|(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9]{0,15}(?:[-_.][A-Za-z0-9]{1,24}){0,3}[-_.]"
    r"(?=(?:[A-Za-z]*[0-9]){3})(?=[0-9]*[A-Za-z])[A-Za-z0-9]{30,}"
    r"|-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----",
    re.ASCII,
)
_LONG: Final = re.compile(r"[\w./:=+-]{20}|-----BEGIN", re.ASCII)  # nothing shorter is one
_TOLD: Final = re.compile(r"push protection|contain secrets|secrets detected", re.IGNORECASE)


def holds_one(text: str) -> bool:
    """Whether there is anything in a text that has the form of a secret."""
    return _LONG.search(text) is not None and _FORM.search(text) is not None


def without(text: str) -> str:
    """The text with a sign in place of whatever has the form of a secret."""
    return _FORM.sub(WITHHELD, text) if _LONG.search(text) else text


def brought(before: str | None, after: str | None) -> bool:
    """Whether a change of a text brings one that was not there: what `main` holds already GitHub has been told to take."""
    return bool(set(_FORM.findall(after or "")) - set(_FORM.findall(before or "")))


def remedy(refused: str) -> str:
    """What an operator can do about a push that was refused for what it holds; empty where it was refused for something else."""
    if not _TOLD.search(refused):
        return ""
    return (
        "Somebody wrote what GitHub takes for a secret: delete that comment or close that pull request, or allow it, or "
        "switch push protection off (Settings, Advanced Security)."
    )

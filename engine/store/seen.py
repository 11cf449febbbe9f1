"""Which characters are seen. A table of our own: Python's grows from version to version, and a game is the same under each.

What no version of Unicode had given a meaning when the table was made is taken for a sign like any other.
"""

import re
import unicodedata
from typing import Final

QUOTES: Final = "\"'“”„‘’‚«»"  # that people, or their phones, put around a word
# Canonical YAML writes these as escapes: what is not seen, or reorders what is.
ESCAPED: Final = (
    "\x00-\x1f\x7f-\xa0\xad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f"
    "\u3000\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e0fff"
)
# All blanks but the plain one, which have not changed since Unicode 6.3; and what looks like one and is called a sign: that of
# Braille, and the fillers of Korean that stand by themselves.
_BLANK = re.compile("[\xa0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164\uffa0]")
# Letters of the Cyrillic and of the Greek alphabet, and the plain ones that they look like.
LOOKALIKES: Final = dict(
    zip(
        "асеорхуіјѕһԁԛԝАВЕКМНОРСТУХЅІЈԌԜοριναυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
        "aceopxyijshdqwABEKMHOPCTYXSIJGWopivauABEZHIKMNOPTYX",
        strict=True,
    )
)
# No name is made with these: what steers or fills, what is for private use, what is for nobody's, and blanks but the plain one.
_BARE: Final = (
    "\x00-\x1f\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f"
    "\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ud800-\uf8ff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U000110bd\U000110cd\U00013430-\U00013438\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff\U000f0000-\U0010ffff"
    + "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0x10000, 0xF0000, 0x10000))
)
# A letter and what stands on or below it; and three signs that are letters twice over.
_SIGNED = re.compile("[^\\W\\d_][\u0300-\u036f]+|[\u2126\u212a\u212b]")
_ODD = re.compile(f"[{_BARE}]")
# Between two signs of an emoji, or of Persian, a joiner is part of what is seen; after a plain letter it is only hidden.
_JOINER: Final = "(?<=[^\x00-\u02ff\u2000-\u206f])[\u200c\u200d]"
_ODD_IN_WORDS = re.compile(f"(?!{_JOINER})[{_BARE}]")
# Letters of all alphabets, by the blocks they are in: with the signs and points of other alphabets.
_LETTER = re.compile(
    "[A-Za-z\xaa\xb5\xba\xc0-\xd6\xd8-\xf6\xf8-\u02c1\u0370-\u1fff\u2c00-\u2dff\u3041-\ua7ff\ua800-\ud7ff\uf900-\ufdcf\ufdf0-\ufdff"
    "\ufe70-\ufefe\uff21-\uff3a\uff41-\uff5a\uff66-\uffdf\U00010000-\U0001afff\U0001b000-\U0001bfff\U0001d400-\U0001d7cb\U0001e000-\U0001efff"
    "\U00020000-\U0003fffd]"
)


def all_seen(text: str) -> bool:
    """Whether a text is what it looks like, sign by sign: a path, a title."""
    return text.isprintable() if text.isascii() else _ODD.search(text) is None


def is_name(text: str) -> bool:
    """Whether a text can be the name of something that players name: what joins the parts of an emoji may be in it, too."""
    return text.isprintable() if text.isascii() else _ODD_IN_WORDS.search(text) is None


def is_plain(text: str) -> bool:
    """Whether players' words hide nothing. Their lines, tabs and blanks are theirs, and so is what joins the parts of an emoji."""
    return first_hidden(text) is None


def first_hidden(text: str) -> int | None:
    """Where the first sign is that players' words hide."""
    found = _ODD_IN_WORDS.search(spaced(text).translate(_LINES))
    return None if found is None else found.start()


def blanked(text: str) -> str:
    """Players' words with a blank for all that is not seen."""
    return _ODD_IN_WORDS.sub(" ", text)


def spaced(text: str) -> str:
    """A text with plain blanks for the others that look like one: a no-break space, that of Chinese and Japanese."""
    return text if text.isascii() else _BLANK.sub(" ", text)


def composed(text: str) -> str:
    """A text with a letter and the signs on it as one character, where there is one: apart they look the same, and are another name.

    Unicode has said of these signs for good what they make together.
    """
    return text if text.isascii() else _SIGNED.sub(lambda found: unicodedata.normalize("NFC", found[0]), text)


def bared(text: str) -> str:
    """What a text looks like at a glance: on one line, without what is not seen, full-width letters and those that look alike as the
    plain ones."""
    return _ODD_IN_WORDS.sub("", spaced(text).translate(_LINES)).translate(_PLAIN)


def is_letter(character: str) -> bool:
    return _LETTER.fullmatch(character) is not None


_PLAIN: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | str.maketrans(LOOKALIKES)
_LINES: Final = str.maketrans("\n\r\t", "   ")

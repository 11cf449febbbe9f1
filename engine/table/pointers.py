"""`#7` in what is said leads to that thread, as on GitHub, where there is such a one; in code, and in a link, it stays as it stands."""

import re
from collections.abc import Callable, Container
from typing import Final

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from engine.site import words

_POINTS: Final = re.compile(
    r"<(?P<kept>a|code|pre)\b.*?</(?P=kept)>|<[^>]*>|(?<![\w&/#])#([1-9][0-9]{0,8})\b", re.DOTALL
)


def led(shown: Markup, there: Container[int]) -> Markup:
    """`there`: the numbers of the threads that there are."""

    def link(found: re.Match[str]) -> str:
        number = found[2]
        return f'<a href="/threads/{number}">#{number}</a>' if number and int(number) in there else found[0]

    return Markup(_POINTS.sub(link, shown))  # noqa: S704 - escaped before


def filters(there: Container[int]) -> dict[str, Callable[..., Markup]]:
    """The filters of templates for what people, rules and the referee say, by name. On the page of a seat commands lead somewhere, too."""

    def leading(show: Callable[[str], Markup]) -> Callable[[Context, str], Markup]:
        @pass_context
        def lead(context: Context, text: str) -> Markup:
            shown, ways = led(show(text), there), context.get("ways")
            return ways.led(shown) if ways else shown

        return lead

    return {each.__name__: leading(each) for each in (words.spoken, words.inline)}

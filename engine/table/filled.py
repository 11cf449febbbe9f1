"""What a form brings along, as texts by name: UTF-8, as our pages send it, and nothing else."""

import logging
from typing import Final

from python_multipart.multipart import parse_options_header
from starlette.datastructures import UploadFile
from starlette.requests import Request

LARGEST: Final = 600_000  # bytes of a form
MOST_FIELDS: Final = 100
# What strangers send is no news for the host's terminal
logging.getLogger("python_multipart").setLevel(logging.CRITICAL)


class NotUtf8(ValueError):
    """It names another encoding, or is not in the one it should be."""

    def __init__(self) -> None:
        super().__init__("A form is UTF-8 text. Go back, load the page again, and send it once more.")


async def read(request: Request) -> dict[str, str]:
    """Raises NotUtf8. Which encoding it is in is not for a form to say: some would read half a letter out of it."""
    _, options = parse_options_header(request.headers.get("content-type"))
    if options.get(b"charset", b"utf-8").lower() not in (b"utf-8", b"utf8"):
        raise NotUtf8
    try:
        (await request.body()).decode()
        form = await request.form(max_files=0, max_fields=MOST_FIELDS, max_part_size=LARGEST)
        found = {name: value for name, value in form.items() if not isinstance(value, UploadFile)}
        "\n".join((*found, *found.values())).encode()
    except UnicodeError:
        raise NotUtf8 from None
    return found

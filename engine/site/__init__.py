"""How pages look and speak, wherever they are shown: the style sheet, the parts of pages, and values as words. Knows no rule."""

from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent

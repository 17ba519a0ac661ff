"""A register of invented companies, and readers of questions over it."""

import re
import uuid

from apps.questions.names import Mention
from apps.questions.query import Query, Reading
from apps.questions.reader import read
from apps.questions.slots import Filer

COMPANIES = ("Zephyrwick", "Brambleton", "Oakhollow")
NAMES = {**{name: (name,) for name in COMPANIES}, "ZPW": ("Zephyrwick",), "Hollow": ("Oakhollow", "Hollow Bay")}


def filer(name: str) -> Filer:
    return Filer(uuid.uuid5(uuid.NAMESPACE_DNS, name), name)


class Register:
    """Knows a name only as it is written in `NAMES`; "Hollow" names two."""

    pattern = re.compile(rf"\b(?:{'|'.join(sorted(NAMES, key=len, reverse=True))})\b")

    def mentions(self, text: str) -> tuple[Mention, ...]:
        return tuple(
            Mention(match.start(), match.end(), match[0], tuple(filer(name) for name in NAMES[match[0]]))
            for match in self.pattern.finditer(text)
        )


REGISTER = Register()


def reading(question: str, earlier: Reading | Query | None = None) -> Reading:
    return read(question, REGISTER, earlier=earlier)


def query(question: str) -> Query:
    return reading(question).query

"""Settings from the environment: `NAME`, or the content of the file that `NAME_FILE` points at."""

import os
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from urllib.parse import urlsplit

from finrag_site.embedded.failure import ServerFailed

YES, NO = {"1", "true", "yes", "on"}, {"", "0", "false", "no", "off"}
SECRET = ("KEY", "PASSWORD", "TOKEN", "SECRET")
ADDRESSES = ("_URL",)  # which may hold a password
NOT_SECRET = ("TOKENS", "VKEY")  # numbers of tokens, public keys


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting as this process has read it. source: "default", "environment", or "file" (NAME_FILE)."""

    name: str
    value: str
    source: str
    default: str

    @property
    def secret(self) -> bool:
        bare = self.name
        for word in NOT_SECRET:
            bare = bare.replace(word, "")
        return any(word in bare for word in SECRET)

    @property
    def address(self) -> bool:
        return self.name.endswith(ADDRESSES)


READ: dict[str, Setting] = {}  # every setting that this process has asked for, as it is in force


def text(name: str, default: str = "") -> str:
    """The value of `name`, else the stripped content of the file at `name_FILE`, else `default`.

    Raises:
        ServerFailed: the file cannot be read.
    """
    value, source = default, "default"
    if given := os.environ.get(name):
        value, source = given, "environment"
    elif path := os.environ.get(f"{name}_FILE"):
        value, source = _content(f"{name}_FILE", Path(path)), "file"
    READ[name] = Setting(name, value, source, default)
    return value


def secrets_read() -> set[str]:
    """The values that nobody is to be told: keys and passwords, and those within addresses."""
    found = {one.value for one in READ.values() if one.secret and one.value}
    return found | {parts.password for one in READ.values() if one.address and (parts := urlsplit(one.value)).password}


def number(name: str, default: int, least: int = 0) -> int:
    """A whole number of at least `least`; raises ServerFailed, which says so, for anything else."""
    return number_of(name, text(name, str(default)), least)


def number_of(name: str, value: str, least: int = 0) -> int:
    """`value` as the whole number that `name` asks for; raises ServerFailed, which says so, where it is none."""
    if not value.isdecimal() or int(value) < least:
        raise ServerFailed(f"{name} must be a whole number of at least {least}, and is {value!r}.")
    return int(value)


def amount(name: str, default: str = "0") -> Decimal:
    """A number of zero or more, with decimals; raises ServerFailed for anything else."""
    return amount_of(name, text(name, default))


def amount_of(name: str, value: str) -> Decimal:
    """`value` as the number that `name` asks for; raises ServerFailed, which says so, where it is none."""
    try:
        number = Decimal(value)
    except InvalidOperation as error:
        raise ServerFailed(f"{name} must be a number, and is {value!r}.") from error
    if not number.is_finite() or number < 0:
        raise ServerFailed(f"{name} must be a number of zero or more, and is {value!r}.")
    return number


def flag(name: str, default: bool = False) -> bool:
    """Yes or no; raises ServerFailed for anything else, lest a typing error switch something off."""
    value = text(name, "1" if default else "0").strip().lower()
    if value not in YES | NO:
        raise ServerFailed(f"{name} must be 1 or 0, and is {value!r}.")
    return value in YES


def one_of(name: str, values: tuple[str, ...]) -> str:
    """One of `values`, the first by default; raises ServerFailed, which names them, for anything else."""
    value = text(name, values[0]).strip().lower()
    if value not in values:
        raise ServerFailed(f"{name} must be one of {', '.join(values)}, and is {value!r}.")
    return value


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def _content(name: str, path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError as error:
        raise ServerFailed(f"{name} names {path}, which cannot be read ({error.strerror}).") from error

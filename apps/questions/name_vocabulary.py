"""The words that decide where a name is a name: lists of `names.toml`, and the English that everybody writes."""

import json
import tomllib
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
APPS = HERE.parent
ENGLISH = APPS / "inference" / "data" / "all-MiniLM-L6-v2.tokenizer.json"
COMMON = APPS / "documents" / "common_words.toml"


@cache
def _lists() -> dict[str, str]:
    return tomllib.loads((HERE / "names.toml").read_text(encoding="utf-8"))


def listed(name: str) -> frozenset[str]:
    """One of the lists of `names.toml`."""
    return frozenset(_lists()[name].split())


@cache
def english() -> frozenset[str]:
    """Some 20,000 words that are no misspelled names: the whole words that the embedded model was trained to know."""
    known = json.loads(ENGLISH.read_text(encoding="utf-8"))["model"]["vocab"]
    return frozenset(word for word in known if word.isalpha() and word.isascii() and len(word) > 1) | everyday()


@cache
def everyday() -> frozenset[str]:
    """Words of every filing and every text: each of them is a name only where names stand."""
    frequent = tomllib.loads(COMMON.read_text(encoding="utf-8"))["words"]
    return frozenset(frequent) | listed("generic") | listed("everyday") | listed("silent")


@cache
def trailing() -> frozenset[str]:
    """Words in capitals behind a name that do not continue it: "Hinge Net Sales", "Hinge North America"."""
    frequent = tomllib.loads(COMMON.read_text(encoding="utf-8"))["words"]
    finance = {word.lower() for word in listed("finance")}
    return (frozenset(frequent) | listed("silent") | finance | {"north", "south", "latin", "american"}) - listed(
        "kinds"
    )

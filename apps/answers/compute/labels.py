"""Whether a printed label is what is asked for: whole words, every qualifier accounted for."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from apps.questions.labels import ADDS_NOTHING, NO_MEANING, short_names, singular, stem, words
from apps.questions.name_vocabulary import everyday
from apps.questions.slots import Dimension

WORD = re.compile(r"[a-z0-9]+")
RAW = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
KINDS_OF_PART, OF_LISTS, PLACES, MOVES = (
    frozenset(RAW[key].split()) for key in ("kinds_of_part", "of_lists", "places", "moves")
)
GLUED = re.compile(r"(?<=[a-z)])\d(?:,\s?\d)*$")  # marks of footnotes behind a label
APART = re.compile(r"\s\d(?:,\s?\d)*$")  # behind several words, for "Level 2" and "Class 1" are names
OF_ALL = "consolidated"
OWNERS = words("company parent common ordinary stockholders shareholders")
LEAST_MARKED = 3  # words before the mark of a footnote that stands apart
LEAST_LETTERS, LEAST_INITIALS = 4, 3  # of a word that is cut short; of a name that is told by first letters
ALIKE = {word: frozenset(group.split()) for group in RAW["alike"] for word in group.split()}
HOME = words("at home")  # what people ask and no table says
SIDES: tuple[list[str], ...] = (RAW["at_home"], RAW["abroad"])
KIND_WORDS = {Dimension(kind): frozenset(told.split()) for kind, told in RAW["kinds"].items()}


@lru_cache(maxsize=5_000)
def spoken(text: str) -> frozenset[str]:
    """The same of a caption or a title, of which nothing is cut off."""
    return frozenset(singular(word) for word in WORD.findall(text.lower())) - NO_MEANING


def words_of(texts: Iterable[str]) -> frozenset[str]:
    return frozenset[str]().union(*(words(text) for text in texts))


def names_line(asked: str, label: str, around: frozenset[str] = frozenset()) -> int | None:
    """How well a row's label is the line asked for; None where it is not. 0: word for word.

    1: but for words that add nothing, or the mark of a footnote. 2: what the label leaves out stands around it
    (heading, column, caption), unless it says itself that it is of all. A label that says more than what is asked is a
    narrower line, and none of these.
    """
    rank = _named_by(asked, label, around)
    if rank is None and label[-1:].isdigit() and (bare := _without_marks(label)) != label:
        without = _named_by(asked, bare, around)
        return None if without is None else max(without, 1)
    return rank


def _without_marks(label: str) -> str:
    bare = APART.sub("", label)
    return bare if len(bare.split()) >= LEAST_MARKED else GLUED.sub("", label)


def _named_by(asked: str, label: str, around: frozenset[str]) -> int | None:
    wanted, own = words(asked), words(label)
    if wanted and wanted in short_names(label):
        return 0
    if not wanted or not own & wanted:
        return None
    if own == wanted:
        return 0
    if own ^ wanted <= ADDS_NOTHING:
        return 1
    if not own <= wanted or (OF_ALL in label.lower() and OF_ALL not in asked.lower()):
        return None
    said = {stem(word) for word in around | ADDS_NOTHING}
    return 2 if all(stem(word) in said for word in wanted - own) else None


def of_its_owners(label: str, filer: str) -> str:
    """ "Comprehensive income attributable to Alba Inc" without the owners, where they are those of the whole filer."""
    said, mark, whose = label.partition(" attributable to ")
    return said if mark and words(whose) <= words(filer) | OWNERS else label


def without_kinds(label: str) -> str:
    """ "Segment gross profit" under the name of a segment is its gross profit."""
    return " ".join(word for word in label.split() if singular(word.lower()) not in KINDS_OF_PART) or label


def alike(word: str) -> frozenset[str]:
    """The word and those that stand for it over tables."""
    return ALIKE.get(word, frozenset({word}))


def holds(text: str, wanted: Iterable[Sequence[str]]) -> bool:
    """Whether a text holds one spelling of each word."""
    return all(any(one in text for one in ways) for ways in wanted)


def names_member(asked: str, member: str, filer: frozenset[str] = frozenset()) -> int | None:
    """How well a member is the one asked for: 0 as printed, 1 by all its words, 2 by some of them, else None.

    "Europe" is no "Developed Europe": of a place no part stands for the whole; nor is "declines of Alba" Alba.
    filer: words of its own name, which a member may carry.
    """
    if asked.casefold() == member.casefold():
        return 0
    wanted, own = words(asked) - KINDS_OF_PART, words(member) - KINDS_OF_PART
    wanted, own = wanted or words(asked), own - filer or own or words(member)
    if not wanted:
        return None
    if wanted == own or words(asked) in short_names(member) or _is_initials(asked, member):
        return 1
    some = wanted < own or _begins(wanted, own)
    of_a_place = bool(own & PLACES) and bool(wanted & PLACES)
    return 2 if some and not own & MOVES and not of_a_place else None


def called_otherwise(member: str) -> list[str]:
    """ "Domestic" for "US", "foreign" for "abroad": in tables that tell home and abroad apart."""
    said = words("domestic") if words(member) == HOME else words(member)
    sides = (names for names in SIDES if any(said == words(name) for name in names))
    return [name for names in sides for name in names if words(name) != words(member)]


def _is_initials(asked: str, member: str) -> bool:
    """ "HFC" for "Hinges and Flame Control"."""
    initials = "".join(word[0] for word in member.lower().replace("&", " ").split() if word not in NO_MEANING)
    return len(initials) >= LEAST_INITIALS and asked.strip().lower() == initials


def _begins(wanted: frozenset[str], own: frozenset[str]) -> bool:
    """ "Aero" for "Aeronautics": one word cut short, of one word of the name."""
    short = next(iter(wanted))
    cut = len(wanted) == 1 and len(short) >= LEAST_LETTERS and short not in everyday() | KINDS_OF_PART
    return cut and sum(word.startswith(short) for word in own) == 1

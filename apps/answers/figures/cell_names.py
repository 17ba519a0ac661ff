"""What a cell of a table is called to readers, by its row, its column and the headings above: "Lanterns net sales"."""

import re

from apps.answers.table_questions.implied import LEADING, names_nothing
from apps.answers.table_questions.naming import asked_words, header_words, label_words, measures, named
from apps.answers.table_questions.table import AskedTable, Cell, bare
from apps.answers.wording import stems

ASIDE = re.compile(  # lengths of years are told as periods
    r"\([^()]*(?:\)|$)|\b\d{1,2}[- ]weeks?\b|\bas (?:of|at)\b\s*/?", re.IGNORECASE
)
COUNTED = re.compile(r"^(?:three|six|nine|twelve|quarters?)$", re.IGNORECASE)  # of "Six months ended June 30"
NOTE = re.compile(r"(?:note|item|part)\b", re.IGNORECASE)  # headings that number a part of the filing
SUBJECT = re.compile(  # of what leads to a reconciliation: "the changes in the amount of unrecognized tax benefits are"
    r"^.*\b(?:amounts?|balances?|changes?|activity|reconciliation|movements?) (?:of|in) (?:the )?([a-z][\w' -]{3,60}?)"
    r"(?= (?:as of|as at|at|for (?:the|each|fiscal)|during|is|are|was|were|follows?)\b|:|$)",
    re.IGNORECASE,
)
CHANGES = re.compile(r"^(?:changes?|reconciliation|components|roll-?forward) (?:in|of) (?:the )?", re.IGNORECASE)
# Headings that say where in a statement a line stands, or that it is one of a summary: they name nothing more of it.
PLACES = frozenset(
    stems(
        """
        assets liabilities equity current noncurrent non-current operating investing financing activities costs expenses
        revenues revenue income statement statements summary summarized selected operations data results consolidated
        condensed financial information supplemental supplementary other certain amounts earnings balance sheet cash
        flows flow cost expense highlights
        """
    )
)
HEADING = 6  # words of one that is no title of a page
SHORT = 4  # words of a thing that a measure may follow: "Harbour works net sales"


def cell_name(read: AskedTable, cell: Cell, asked: str) -> str:
    """Words for the cell without its moment. Where the question names the table by the heading of its section, so does
    the name."""
    line = read.line_of(cell)
    label, column = _clean(bare(line.label)), _clean(read.timeless(cell))
    section = CHANGES.sub("", _clean(bare(line.section)))
    beside = [part for part in (column, section) if part and _adds(part, label)]
    if not label:
        return ", ".join(dict.fromkeys(beside)) or _clean(read.heading)
    heading = _clean(read.heading)
    if not NOTE.match(heading) and _named_by(asked, heading, " ".join([label, *beside])):
        beside.append(heading if len(heading.split()) <= HEADING else _measure(asked, heading))
    if not beside and names_nothing(label_words(label)) and (match := SUBJECT.search(read.lead)):
        beside.append(match[1])
    return _joined(label, list(dict.fromkeys(filter(None, beside))))


def _clean(text: str) -> str:
    """Without asides and lengths of time; "" where nothing else is said."""
    kept = " ".join(COUNTED.sub("", ASIDE.sub(" ", text).strip(" :,")).split()).strip(" :,/")
    return kept if re.search(r"[A-Za-z]", kept) else ""


def _measure(asked: str, heading: str) -> str:
    """Of a heading that is a title, what is asked for and measured by its table: "revenue"; else ""."""
    return next((word.removeprefix("=") for word in named(asked) & named(heading) if word.startswith("=")), "")


def _adds(part: str, label: str) -> bool:
    """Whether a heading says of a row what its label does not."""
    words = header_words(part) - LEADING
    if not words or words <= named(label):
        return False
    said = bool(measures(named(label))) and not names_nothing(label_words(label))
    return not (said and frozenset(stems(part)) <= PLACES)


def _named_by(asked: str, heading: str, said: str) -> bool:
    return bool(asked_words(asked) & named(heading) - named(said) - frozenset(stems("plan benefit")))


def _joined(label: str, beside: list[str]) -> str:
    """A thing before what is measured of it, then the rest in its order."""
    if measures(named(label)) or names_nothing(label_words(label)):
        return ", ".join([label, *beside])
    measure = next((part for part in beside if measures(named(part))), "")
    if not measure:
        return ", ".join([label, *beside])
    rest = [part for part in beside if part != measure]
    thing = f"{label} {_lower(measure)}" if len(label.split()) <= SHORT else f"{measure} of {label}"
    return ", ".join([thing, *rest])


def _lower(measure: str) -> str:
    """As within a sentence: "Operating Margin" loses its capitals, "EBITDA" keeps them."""
    words = measure.split()
    shouted = measure.isupper() and len(words) > 1
    return " ".join(word if word.isupper() and not shouted else word.lower() for word in words)

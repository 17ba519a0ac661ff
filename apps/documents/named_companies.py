"""The company of the register that a note names in its title, its first lines or its file's name."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from apps.documents.companies import LEGAL_FORMS, SHORTEST, name_words
from apps.documents.keywords import COMMON
from apps.documents.models import Company

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
JOINT = re.compile(r"[ .&+'’-]{1,3}")
LONGEST = 6  # words of a name
# behind one word that is a name: an end, a mark, a legal form, a period, or what notes are ("Hinge visit")
ABOUT = re.compile(
    rf"\s*$|['’]|\s*[:;,.()|/–—]|\s+-|\s+(?i:{LEGAL_FORMS.pattern}|[1-4]?[QH][1-4]?\b|FY|(?:19|20)?\d\d\b|and\b|&|vs\b"
    r"|analyst|calls?\b|capital markets|channel|check|conference|customer|distributor|earnings|expert|follow|ir\b"
    r"|initiat|interview|investor|management|meeting|memo|model|notes?\b|preview|research|results|review|site|store|supplier"
    r"|survey|takeaways|thesis|transcript|update|visit)"
)


def company_in(lines: Sequence[str], known_companies: Iterable[Company]) -> Company | None:
    """The one company that the first line that names any names; None where it names two. Nothing is made.

    known_companies: those that every reader of the note knows: a note tells nobody of a company that he cannot see.
    """
    companies = {company.pk: company for company in known_companies}
    known = _forms(companies.values())
    for line in lines:
        if found := _named(line, known):
            return companies[found.pop()] if len(found) == 1 else None
    return None


def _forms(companies: Iterable[Company]) -> Mapping[str, set[int]]:
    """Names, aliases, tickers in capitals, and first words long enough to stand for them, without blanks."""
    forms: dict[str, set[int]] = defaultdict(set)
    for company in companies:
        for words in map(name_words, (company.name, *company.aliases)):
            forms["".join(words)].add(company.pk)
            forms[re.sub(r"(?<=\w{4})com$", "", "".join(words))].add(company.pk)
            for length in range(1, len(words)):
                if len(words[0]) >= SHORTEST and words[0] not in COMMON:
                    forms["".join(words[:length])].add(company.pk)
        if len(company.ticker) > 1:
            forms[company.ticker].add(company.pk)
    return forms


def _named(line: str, known: Mapping[str, set[int]]) -> set[int]:
    """Those whose names stand in `line`, the longest first; of names that begin alike only one that fits alone."""
    words = list(WORD.finditer(line))
    taken: set[int] = set()
    found: set[int] = set()
    for length in range(min(LONGEST, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            span = words[start : start + length]
            fits = _fits(line, span, known)
            if fits and taken.isdisjoint(range(start, start + length)):
                taken.update(range(start, start + length))
                found |= fits
    return found


def _fits(line: str, span: Sequence[re.Match[str]], known: Mapping[str, set[int]]) -> set[int]:
    """The companies of which `span` is a name; a single word must stand where a note names what it is about."""
    start, end = span[0].start(), span[-1].end()
    if any(not JOINT.fullmatch(line[one.end() : two.start()]) for one, two in pairwise(span)):
        return set()
    said = POSSESSIVE.sub("", line[start:end])
    fits = known.get("".join(name_words(said)), set()) or (known.get(said, set()) if said.isupper() else set())
    named = len(span) > 1 or ((line.islower() or not said[0].islower()) and ABOUT.match(line, start + len(said)))
    return fits if named else set()

"""Names in a passage: organisations, places, people's roles, rules, and other capitalised names (A5, R1)."""

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from apps.documents.enrichment.enrichment import Entity, EntityKind
from apps.documents.sections import one_line

MOST = 12
HEADING_CHARACTERS = 150
LEGAL = (
    r"(?:Inc\.?|Incorporated|Corp\.?|Corporation|Company|Co\.|plc|PLC|Ltd\.?|Limited|LLC|L\.L\.C\.|LLP|N\.V\.|S\.A\.|AG|SE"
    r"|L\.P\.|LP|GmbH|B\.V\.|S\.p\.A\.|Bank|Group|Holdings|University|Commission|Association|Exchange|Authority|Agency|Fund)"
)
WORD = r"[A-Z][\w&'’-]*\.?"
ORGANISATION = re.compile(rf"\b(?:{WORD},?\s(?:(?:of|and|&|the)\s)?){{1,5}}?{LEGAL}(?!\w)")
NAME = re.compile(r"(?<=[a-z,;]\s)[A-Z][a-z\d&’'-]+(?:\s(?:of\s|and\s)?[A-Z][\w&’'-]+){1,3}")
SOURCE = Path(__file__).parent / "words.toml"
PLACES = "|".join(tomllib.loads(SOURCE.read_text(encoding="utf-8"))["places"])
PLACE = re.compile(rf"\b(?:{PLACES})\b")
ROLE = re.compile(
    r"\b(?:[Cc]hief (?:[Ee]xecutive|[Ff]inancial|[Oo]perating|[Aa]ccounting|[Tt]echnology"
    r"|[Ii]nformation|[Ll]egal|[Mm]arketing) [Oo]fficer|(?:Executive |Senior )?Vice President"
    r"|Chair(?:man|woman|person)? of the Board|General Counsel|Treasurer|Corporate Secretary|CEO|CFO|COO)\b"
)
RULE = re.compile(
    r"\b(?:(?:[A-Z][\w-]+\s){1,4}Act(?:\sof\s(?:19|20)\d\d)?|(?:ASC|ASU|IFRS|IAS|SFAS)(?:\s(?:Topic\s|No\.\s)?\d[\d-]*)"
    r"|(?:U\.S\.\s)?GAAP|Regulation\s[A-Z]{1,2}(?:-[A-Z])?|Dodd-Frank|Basel\sI{2,3}|GDPR|Form\s(?:10-[KQ]|8-K|20-F|S-\d))\b"
)
COMMON = re.compile(
    r"^(?:The|This|These|Our|We|In|On|At|For|As|See|Item|Note|Notes|Part|Section|Exhibit|Table|Page|Annual Report"
    r"|Quarterly|Consolidated|Condensed|Financial Statements?|Total|Net|Common Stock|Class [AB]|Board of|Company"
    r"|Registrant|Management|Form|Rule|Securities|Fiscal|January|February|March|April|May|June|July|August|September|October"
    r"|November|December|Year|Three|Six|Nine|Twelve|Other|Current|Executive|Chief|Vice)\b"
)
TICKER = re.compile(
    r"\b(?:NYSE|NASDAQ|Nasdaq|New York Stock Exchange|LSE|TSX|ASX|AMEX)"
    r"(?:\s(?:American|Arca|Global\sSelect(?:\sMarket)?))?\s?[:;]\s?([A-Z]{1,5}(?:\.[A-Z])?)\b|\b(?:ticker|trading)?\s?symbols?\s(?:is\s|of\s)?[“\"‘'(]?([A-Z]{1,5})\b"
)
KINDS: tuple[tuple[EntityKind, re.Pattern[str], float], ...] = (
    (EntityKind.RULE, RULE, 0.9),
    (EntityKind.ORGANISATION, ORGANISATION, 0.8),
    (EntityKind.ROLE, ROLE, 0.9),
    (EntityKind.PLACE, PLACE, 0.9),
    (EntityKind.NAME, NAME, 0.4),
)


@lru_cache(maxsize=1024)
def entities(text: str) -> tuple[Entity, ...]:
    """At most 12 names, surest kinds first; a name within one that was found before is left out."""
    flat = one_line(_without_heading(text))
    found: dict[str, Entity] = {}
    for kind, pattern, confidence in KINDS:
        for name in _names(pattern, flat):
            if len(found) < MOST and not any(name in known for known in found):
                found[name] = Entity(name, kind, confidence)
    return tuple(found.values())


def _without_heading(text: str) -> str:
    """A heading is capitalised all over: no names can be told in it."""
    heading, _, body = text.partition("\n\n")
    return body if body and len(heading) <= HEADING_CHARACTERS and not heading.endswith(".") else text


def _names(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    for match in pattern.finditer(text):
        name = match[0].strip(" ,;")
        if pattern in {PLACE, ROLE, RULE} or not (COMMON.match(name) or name.isupper()):
            yield name


def tickers(text: str) -> tuple[str, ...]:
    """Ticker symbols that stand beside the name of an exchange or after "symbol"."""
    return tuple(dict.fromkeys(match[1] or match[2] for match in TICKER.finditer(text)))

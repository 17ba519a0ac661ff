"""Names of products, brands and programmes that filings teach: what nearly only one company's filings speak of (R2).

No list is kept: a name is looked up in the passages of the filings that similarity brought up among those that the
asker may see, so it reveals nothing of others. It is a hint and no filter: other filings weigh a little less.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import connection

from apps.questions.query import Role, Token
from apps.retrieval.lexical import Terms
from apps.retrieval.stems import stems

MAY_NAME = frozenset({Role.TOPIC, Role.PART, Role.UNREAD})
MOST = 3  # names of a question that are looked up
COMMON = 3_000  # passages: a name all of whose words stand in more is none
LEAST = 5  # passages of a single filing that speak of it: a name that is told in passing says nothing
SHARE = 0.9  # of the passages that speak of it, those in filings of one company
SPEAKING = """
SELECT version_id, count(*) FROM documents_chunk
WHERE version_id = ANY(%(versions)s) AND duplicate_of_id IS NULL AND lexemes @@ phraseto_tsquery('english', %(name)s)
GROUP BY version_id
"""
HEADED = """
SELECT EXISTS (
    SELECT FROM documents_section WHERE version_id = ANY(%(versions)s)
    AND to_tsvector('english', title) @@ phraseto_tsquery('english', %(name)s)
    AND lexemes @@ phraseto_tsquery('english', %(name)s)
)
"""


@dataclass(frozen=True, slots=True)
class Learnt:
    """A name and the company, by its key, whose filings speak of it. headed: one of their headings names it too."""

    name: str
    company: int
    headed: bool


def learnt_names(names: Sequence[str], companies: Mapping[int, int | None], terms: Terms) -> list[Learnt]:
    """Of `names` those of one company. companies: of each version looked into, its company."""
    found = []
    for name in names:
        held = [terms.holding[stem] for stem in stems(name) if terms.holding.get(stem)]
        if held and min(held) <= COMMON and (one := _learnt(name, companies)):
            found.append(one)
    return found


def names(tokens: Iterable[Token], unheld: Iterable[str] = ()) -> tuple[str, ...]:
    """Words of a query that are written as a name and that nothing else explains; at most MOST.

    unheld: what is taken for a filer of which nothing is held: it may as well be a product of one that is held.
    """
    found: list[list[str]] = []
    end = -1
    for token in tokens:
        if token.role not in MAY_NAME or not token.text[:1].isupper():
            continue
        if found and token.start - end <= 1:
            found[-1].append(token.text)
        else:
            found.append([token.text])
        end = token.end
    return tuple(dict.fromkeys((*unheld, *(" ".join(words) for words in found))))[:MOST]


def _learnt(name: str, companies: Mapping[int, int | None]) -> Learnt | None:
    rows = _counted(name, list(companies))
    of: dict[int | None, int] = defaultdict(int)
    for version, passages in rows:
        of[companies[version]] += passages
    company = max(of, key=lambda one: of[one], default=None)
    if company is None or of[company] < SHARE * sum(of.values()):
        return None
    own = [version for version, _ in rows if companies[version] == company]
    if max(passages for version, passages in rows if version in own) < LEAST:
        return None
    return Learnt(name, company, _headed(name, own))


def _counted(name: str, versions: list[int]) -> list[tuple[int, int]]:
    with connection.cursor() as cursor:
        cursor.execute(SPEAKING, {"versions": versions, "name": name})
        return list(cursor.fetchall())


def _headed(name: str, versions: list[int]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(HEADED, {"versions": versions, "name": name})
        return bool((cursor.fetchone() or [False])[0])


def said(learnt: Sequence[Learnt]) -> list[str]:
    """For the trace."""
    return [f"{one.name} (only filings of one company speak of it)" for one in learnt]

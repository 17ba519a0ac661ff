"""The register of companies: finding the filer that a name, ticker, CIK or filer number means, or adding it.

Names are compared without case, punctuation, legal form and white space. Filer numbers ("cik:...", "irs:...") outlive a
change of name: two names with one number are one company.

The register is shown to everybody who sees a filing of the company, so it tells only what the most open filings say:
of a private one it learns the filer numbers and nothing that is shown.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import connection

from apps.documents.models import Company, Visibility

LEGAL_FORMS = re.compile(
    r"\b(the|incorporated|inc|corporation|corp|company|co|limited|ltd|plc|llc|lp|llp|n v|nv|s a|sa|ag|se|ab|asa|oyj|"
    r"spa|group|holdings?|public limited|and subsidiaries|de|del)\b"
)

SHORTEST = 5  # letters of a first word that can stand for a company
OPENNESS = (Visibility.PRIVATE, Visibility.TEAM, Visibility.EVERYONE)


class Circle(NamedTuple):
    """Who may see a document: everyone, one team or one owner. members: the key of the team or of the owner."""

    openness: int
    members: int | None = None

    @classmethod
    def of(cls, visibility: str, owner: int | None, team: int | None) -> "Circle":
        members = {Visibility.PRIVATE: owner, Visibility.TEAM: team}
        return cls(OPENNESS.index(Visibility(visibility)), members.get(Visibility(visibility)))


EVERYONE = Circle(OPENNESS.index(Visibility.EVERYONE))


def normalised(name: str) -> str:
    """`name` as it is compared: "The Example Company, Inc." is "example"; never empty for a name with letters."""
    return "".join(name_words(name))


def name_words(name: str) -> list[str]:
    """The words of a name without its legal form, or all of them when it is nothing else."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower().replace("&", " and ")
    words = re.sub(r"[^a-z0-9 ]+", " ", plain.replace("'", "").replace(".", ""))
    return LEGAL_FORMS.sub(" ", words).split() or words.split()


def company_named(
    name: str,
    *,
    ticker: str = "",
    numbers: Sequence[str] = (),
    newest: bool = False,
    told_to: Circle = EVERYONE,
) -> Company:
    """The company that is meant, made when it is new. Call in a transaction: a lock keeps two workers from making two.

    numbers: filer numbers such as "irs:12-3456789". newest: `name` is how the filer calls itself now, so a company
    found under another name takes it and keeps the old one as alias. told_to: who may see the document that says
    so; what a more open document said stays, and so does what another circle was told.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended('companies', 0))")
    found = _match(name, ticker, numbers)
    if found is None:
        return Company.objects.create(name=name[:200], ticker=ticker, cik=_cik(numbers), identifiers=sorted(numbers))
    _learn(found, name, ticker, numbers, newest, told_to)
    return found


def _cik(numbers: Sequence[str]) -> str:
    return next((number.removeprefix("cik:") for number in numbers if number.startswith("cik:")), "")


def _match(name: str, ticker: str, numbers: Sequence[str]) -> Company | None:
    """Numbers decide, then names and aliases, then the ticker, then a short name that can mean only one."""
    if numbers and (found := Company.objects.filter(identifiers__overlap=list(numbers)).order_by("id").first()):
        return found
    wanted = normalised(name)
    companies = list(Company.objects.only("id", "name", "aliases", "ticker", "identifiers").order_by("id"))
    for company in companies:
        if wanted in {normalised(known) for known in (company.name, *company.aliases)}:
            return company
    by_ticker = next((company for company in companies if ticker and company.ticker == ticker), None)
    return by_ticker or _shortened(name, bool(numbers), companies)


def _shortened(name: str, registered: bool, companies: Sequence[Company]) -> Company | None:
    """The one company of which `name` is the beginning, or the other way round: "Example" and "Example Mills, Inc.".

    Of the two only the longer may carry a filer number: two filers with a number each are two.
    """
    words = name_words(name)
    alike = []
    for company in companies:
        known = name_words(company.name)
        begins_known = not registered and known[: len(words)] == words
        begins_new = not company.identifiers and words[: len(known)] == known
        if begins_known or begins_new:
            alike.append(company)
    return alike[0] if len(alike) == 1 and len(words[0]) >= SHORTEST else None


def _learn(company: Company, name: str, ticker: str, numbers: Sequence[str], newest: bool, told_to: Circle) -> None:
    """Keep what is new about a company that was found."""
    company.refresh_from_db()
    company.identifiers = sorted({*company.identifiers, *numbers})
    company.cik = company.cik or _cik(numbers)
    widest = _widest(company)
    if any(circle.openness < told_to.openness for circle in widest):
        _call(company, name, ticker, ())
    elif widest <= {told_to}:
        known = {company.name, *company.aliases, name}
        _call(company, name if newest else company.name, company.ticker or ticker, known)
    company.save()


def _widest(company: Company) -> set[Circle]:
    """The most open circles that see a document of it; none for a company without documents."""
    seen = company.documents.order_by().values_list("visibility", "owner", "team").distinct()
    circles = {Circle.of(*row) for row in seen}
    most = max((circle.openness for circle in circles), default=0)
    return {circle for circle in circles if circle.openness == most}


def _call(company: Company, name: str, ticker: str, known: Iterable[str]) -> None:
    """Names are unique: one that another company carries is kept as an alias alone."""
    taken = Company.objects.filter(name=name).exclude(pk=company.pk).exists()
    company.aliases = sorted({*known, name} - {company.name if taken else name})
    company.name = company.name if taken else name[:200]
    company.ticker = ticker

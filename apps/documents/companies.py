"""The register of companies: finding the filer that a name, ticker, CIK or filer number means, or adding it.

Names are compared without case, punctuation, legal form and white space. Filer numbers ("cik:...", "irs:...") outlive a
change of name: two names with one number are one company.

A circle of readers has a register of its own: what it does not see is neither found nor told. When a more open document
names a company, the closed ones of the same name or number join it, and it learns nothing from them. What a public
company is called, its ticker and its numbers are an administrator's to change: a public filing adds other names, and
what was not known before.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from django.db import connection

from apps.accounts.acting import serving
from apps.documents.circles import EVERYONE, Circle, circle_of, known_to, outermost, within
from apps.documents.company_names import stated_name, stated_numbers, stated_ticker
from apps.documents.fact_choice import recency
from apps.documents.models import Company, Document

__all__ = [
    "EVERYONE",
    "Circle",
    "company_known",
    "company_named",
    "name_words",
    "normalised",
    "register_again",
    "relearn",
]

LEGAL_FORMS = re.compile(
    r"\b(the|incorporated|inc|corporation|corp|company|co|limited|ltd|plc|llc|lp|llp|n v|nv|s a|sa|ag|se|ab|asa|oyj|"
    r"spa|group|holdings?|public limited|and subsidiaries|de|del)\b"
)

SHORTEST = 5  # letters of a first word that can stand for a company


def normalised(name: str) -> str:
    """`name` as it is compared: "The Example Company, Inc." is "example"; never empty for a name with letters."""
    return "".join(name_words(name))


def name_words(name: str) -> list[str]:
    """The words of a name without its legal form, or all of them when it is nothing else."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower().replace("&", " and ")
    words = re.sub(r"[^a-z0-9 ]+", " ", plain.replace("'", "").replace(".", ""))
    return LEGAL_FORMS.sub(" ", words).split() or words.split()


@serving()
def company_named(
    name: str,
    *,
    ticker: str = "",
    numbers: Sequence[str] = (),
    newest: bool = False,
    told_to: Circle = EVERYONE,
) -> Company:
    """The company that is meant, made when it is new. Call in a transaction: a lock keeps two workers from making two.

    numbers: filer numbers such as "irs:12-3456789". newest: `name` is how the filer calls itself now, so a company that
    only this circle knows takes it and keeps the old one as alias. told_to: who may see the document that says so.
    """
    _lock()
    known = list(known_to(told_to))
    found = _match(known, name, ticker, numbers)
    if found is None:
        found = Company.objects.create(name=name[:200], ticker=ticker, cik=_cik(numbers), identifiers=sorted(numbers))
    else:
        _learn(found, known, name, ticker, numbers, newest, told_to)
    _gather(found, told_to)
    return found


@serving()
def company_known(
    name: str, *, ticker: str = "", numbers: Sequence[str] = (), told_to: Circle = EVERYONE
) -> Company | None:
    """The company known to this circle that is meant, if there is one; nothing is made or learnt."""
    return _match(list(known_to(told_to)), name, ticker, numbers)


def _lock() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended('companies', 0))")


def _cik(numbers: Iterable[str]) -> str:
    return next((number.removeprefix("cik:") for number in numbers if number.startswith("cik:")), "")


def _match(companies: Sequence[Company], name: str, ticker: str, numbers: Sequence[str]) -> Company | None:
    """Numbers decide, then names and aliases, then the ticker, then a short name that can mean only one."""
    for company in companies:
        if set(numbers) & set(company.identifiers):
            return company
    wanted = normalised(name)
    for company in companies:
        if wanted in _names(company):
            return company
    by_ticker = next((company for company in companies if ticker and company.ticker == ticker), None)
    return by_ticker or _shortened(name, bool(numbers), companies)


def _names(company: Company) -> set[str]:
    return {normalised(known) for known in (company.name, *company.aliases)}


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


def _learn(
    company: Company,
    known: Sequence[Company],
    name: str,
    ticker: str,
    numbers: Sequence[str],
    newest: bool,
    told_to: Circle,
) -> None:
    """Keep what is new about a company that was found. From a document that fewer see than others of it: nothing."""
    others = [other for other in known if other != company]
    taken = {one for other in others for one in _names(other)}
    circles = _circles(company)
    if told_to == EVERYONE and (company.settled or circles <= {EVERYONE}):
        _add(company, others, () if normalised(name) in taken else (name,), ticker, numbers)
    elif circles <= {told_to} and not company.settled:
        company.identifiers = sorted({*company.identifiers, *numbers})
        company.cik = company.cik or _cik(numbers)
        company.ticker = company.ticker or ticker
        called = name if newest and normalised(name) not in taken else company.name
        _call(company, called, (company.name, *company.aliases, name))
    else:
        return
    company.save()


def _add(
    company: Company, others: Sequence[Company], names: Iterable[str], ticker: str, numbers: Sequence[str]
) -> None:
    """What a public filing adds to a public company: further names, and what is not known yet and nobody else's."""
    _call(company, company.name, (*company.aliases, *names))
    if company.settled:
        return
    taken = {number for other in others for number in other.identifiers}
    registers = {number.partition(":")[0] for number in company.identifiers}
    new = {number for number in numbers if number not in taken and number.partition(":")[0] not in registers}
    company.identifiers = sorted({*company.identifiers, *new})
    company.cik = company.cik or _cik(sorted(new))
    company.ticker = company.ticker or ("" if any(other.ticker == ticker for other in others) else ticker)


def _call(company: Company, name: str, known: Iterable[str]) -> None:
    company.name = name[:200]
    company.aliases = sorted({one[:200] for one in known} - {company.name})


def _gather(company: Company, told_to: Circle) -> None:
    """What was known less openly under one of its names or numbers joins it: documents of `told_to` alone move."""
    openness = max([told_to.openness, *(circle.openness for circle in _circles(company))])
    moving = Document.objects.filter(within(told_to)).exclude(company=None).exclude(company=company)
    for other in Company.objects.filter(pk__in=moving.order_by().values("company"), settled=False):
        alike = set(other.identifiers) & set(company.identifiers) or _names(other) & _names(company)
        if alike and all(circle.openness < openness for circle in _circles(other)):
            moving.filter(company=other).update(company=company)
            if not other.documents.exists():
                other.delete()


def _circles(company: Company) -> set[Circle]:
    return outermost(company.documents.filter(deleted=None))


@serving()
def relearn(company: Company) -> None:
    """Tell a company anew after a document of it was hidden or closed: from what is left, and to whom it is left.

    Circles that nothing holds together any more get a company each.
    """
    _lock()
    held = list(Document.objects.filter(company=company, deleted=None))
    if not held or Company.objects.filter(pk=company.pk, settled=True).exists():
        return
    company.refresh_from_db()
    first, *others = sorted(outermost(held))
    for circle in others:
        own = Company.objects.create(name=company.name)
        company.documents.filter(within(circle)).update(company=own)
        _retell(own, circle)
    _retell(company, first)


@serving()
def register_again(document: Document) -> None:
    """Put a document into the register anew, as it states its filer, for those who see it now."""
    name = stated_name(document) or (document.company.name if document.company else "")
    if document.company and name:
        ticker, numbers = stated_ticker(document), stated_numbers(document)
        document.company = company_named(name, ticker=ticker, numbers=numbers, told_to=circle_of(document))
        document.save(update_fields=["company"])


def _retell(company: Company, circle: Circle) -> None:
    """What the documents of `circle` state; of a name, ticker or number that one of them states nothing changes."""
    told = list(company.documents.filter(within(circle), deleted=None))
    told = [document for document in told if circle_of(document) == circle]
    told.sort(key=recency, reverse=True)
    names = list(dict.fromkeys(filter(None, map(stated_name, told)))) or [company.name]
    _call(company, company.name if company.name in names else names[0], names)
    tickers = list(filter(None, map(stated_ticker, told)))
    company.ticker = company.ticker if company.ticker in tickers else next(iter(tickers), "")
    numbers = {number for document in told for number in stated_numbers(document)}
    company.identifiers = sorted(numbers & set(company.identifiers) or numbers)
    company.cik = _cik(company.identifiers)
    company.save()

"""What templates of the library ask of a version."""

from decimal import Decimal

from django import template
from django.urls import reverse

from apps.documents import progress
from apps.documents.company_order import Wish
from apps.documents.models import Document, DocumentVersion, Fact, State

MANY_PERCENT = 1000
register = template.Library()


@register.filter
def newest(document: Document) -> DocumentVersion | None:
    """The newest version; no query when versions were prefetched."""
    return next(iter(document.versions.all()), None)


@register.filter
def percent(version: DocumentVersion) -> int:
    return progress.percent(version)


@register.filter
def doing(version: DocumentVersion) -> str:
    return progress.doing(version)


@register.filter
def answers_already(version: DocumentVersion) -> bool:
    return progress.answers_already(version)


@register.filter
def finished(version: DocumentVersion) -> bool:
    return progress.finished(version)


@register.filter
def state_class(version: DocumentVersion) -> str:
    """The class that `.state` takes: ready, error, waiting or working."""
    working = "working" if version.lease else "waiting"
    return {State.READY: "ready", State.ERROR: "error"}.get(State(version.state), working)


@register.filter
def place(fact: Fact) -> str:
    """The address of the page that the figure stands on, its cell highlighted; `version` should be loaded."""
    viewer = reverse("documents:version", args=[fact.version.uid])
    return f"{viewer}?page={fact.page + 1}&start={fact.start}&end={fact.end}"


@register.filter
def change(part: Decimal | None) -> str:
    """A change as people read it: "+4.2 %", "" where there is none; four digits and more without decimals."""
    if part is None:
        return ""
    percent = part * 100
    return f"{percent:+,.0f} %" if abs(percent) >= MANY_PERCENT else f"{percent:+.1f} %"


@register.filter
def sorting(wish: Wish, column: object) -> str:
    """The query string that sorts by `column`, or back when it already does."""
    return wish.query(sort=wish.after(str(column)))


@register.filter
def sorting_back(wish: Wish) -> str:
    """The query string for the order of a report."""
    return wish.query(sort="")


@register.filter
def showing(wish: Wish, statement: object) -> str:
    """The query string that shows `statement` alone, or all for ""."""
    return wish.query(statement=str(statement))


@register.filter
def sorted_by(wish: Wish, column: object) -> str:
    """What aria-sort says of a column: "ascending", "descending" or "" ."""
    if wish.sort != str(column):
        return ""
    return "descending" if wish.descending else "ascending"

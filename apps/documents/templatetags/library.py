"""What templates of the library ask of a version."""

from django import template
from django.urls import reverse

from apps.documents import progress
from apps.documents.models import Document, DocumentVersion, Fact, State

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

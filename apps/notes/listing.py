"""The vault as a list: notes that somebody may see, narrowed by words and tag."""

from collections import Counter
from dataclasses import dataclass

from django.core.paginator import Page, Paginator

from apps.accounts.models import User
from apps.notes.models import Note

PER_PAGE = 50
TAGS_SHOWN = 30


@dataclass(frozen=True, slots=True)
class Listing:
    """tags: those of all notes that are seen, most used first."""

    page: "Page[Note]"
    tags: tuple[str, ...]


def listing(user: User, words: str = "", tag: str = "", number: str | int | None = 1) -> Listing:
    seen = Note.objects.visible_to(user).select_related("document__owner", "document__current", "document__company")
    counted = Counter(tag for tags in seen.values_list("tags", flat=True) for tag in tags)
    found = seen.saying(words)
    if tag:
        found = found.filter(tags__contains=[tag])
    return Listing(
        Paginator(found, PER_PAGE).get_page(number), tuple(name for name, _ in counted.most_common(TAGS_SHOWN))
    )

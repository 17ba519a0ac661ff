"""Which passages of a document a reader wants to see: by words, by topic and by tone (A5)."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db.models import QuerySet

from apps.documents.cards.labels import Topic
from apps.documents.enrichment.enrichment import Tone
from apps.documents.forms import style
from apps.documents.models import Chunk


def _choices(every: str, values: Iterable[StrEnum]) -> list[tuple[str, str]]:
    return [("", every), *((value.value, value.value.replace("-", " ").capitalize()) for value in values)]


class PassagesForm(forms.Form):
    """Filters of a document's passages. What is not understood counts as not asked for, as in the library."""

    q = forms.CharField(required=False, label="Passages with this text")
    topic = forms.ChoiceField(required=False, label="Topic", choices=_choices("Any topic", Topic))
    tone = forms.ChoiceField(required=False, label="Tone", choices=_choices("Any tone", Tone))

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        style(self)
        self.is_valid()
        self.wanted = {name: value for name, value in self.cleaned_data.items() if value}

    def of(self, chunks: QuerySet[Chunk]) -> QuerySet[Chunk]:
        """Those of `chunks` that are wanted."""
        if text := self.wanted.get("q"):
            chunks = chunks.filter(text__icontains=text)
        if topic := self.wanted.get("topic"):
            chunks = chunks.filter(enrichment__topics__contains=[{"topic": topic}])
        if tone := self.wanted.get("tone"):
            chunks = chunks.filter(enrichment__sentiment__label=tone)
        return chunks

    @property
    def query(self) -> str:
        """The filters as an address writes them."""
        return urlencode(self.wanted)

"""A filing as a model reads it, where one may: what `analyze` asks for. Without a model each is the rules' own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from apps.documents.cards.card import CardInput
from apps.documents.cards.rules import RulesCardMaker
from apps.documents.chunking import Passage
from apps.documents.enrichment.rules import RulesEnricher
from apps.documents.metadata import Metadata
from apps.documents.modelled.captions import Figure, captions
from apps.documents.modelled.cards import ModelCardMaker
from apps.documents.modelled.enrichment import ModelEnricher
from apps.documents.modelled.metadata import Refinement, refined
from apps.documents.modelled.reader import Reader
from apps.documents.modelled.references import references
from apps.documents.modelled.summaries import section_summaries
from apps.documents.models import ChunkKind, DocumentVersion
from apps.documents.passage_reading import Reading, read_passages
from apps.documents.rendering import CannotRender, TooBusy, has_images, page_image
from apps.documents.sections import ParsedSection
from apps.inference.language import Role
from apps.reading.parsed import ParsedPage

PICTURE_WIDTH = 900


@dataclass(frozen=True, slots=True)
class FilingReader:
    """text, eye: the models that read and see; None where none is configured, or none may read filings."""

    text: Reader | None
    eye: Reader | None

    @classmethod
    def configured(cls) -> "FilingReader":
        """For one filing: each model has its own budget of it."""
        return cls(Reader.configured(Role.READER), Reader.configured(Role.VISION))

    def metadata(self, by_rules: Metadata, pages: Sequence[ParsedPage]) -> Refinement:
        return refined(by_rules, pages, self.text)

    def summaries(self, sections: Sequence[ParsedSection]) -> list[str]:
        """Of each section, in order (V4)."""
        return section_summaries(sections, self.text)

    def passages(
        self, version: DocumentVersion, inputs: Sequence[CardInput], passages: Sequence[Passage]
    ) -> list[Reading]:
        """Card (R1), enrichment (A5) and note of each passage, in order: what references mean (V3), what a figure shows
        (V1).
        """
        readings = self._read(inputs)
        captioned = self._seen(version, inputs, passages)
        meanings = references(inputs, self.text) if self.text else [{}] * len(inputs)
        notes = ["\n".join(_lines(meaning, captioned.get(at, ""))) for at, meaning in enumerate(meanings)]
        return [replace(reading, note=note or reading.note) for reading, note in zip(readings, notes, strict=True)]

    def _read(self, inputs: Sequence[CardInput]) -> list[Reading]:
        if self.text is None:
            return read_passages(inputs)
        maker, enricher = ModelCardMaker(self.text, RulesCardMaker()), ModelEnricher(self.text, RulesEnricher())
        return read_passages(inputs, maker, enricher)

    def _seen(
        self, version: DocumentVersion, inputs: Sequence[CardInput], passages: Sequence[Passage]
    ) -> dict[int, str]:
        """By place among the passages, the captions of figures."""
        places = [at for at, passage in enumerate(inputs) if passage.kind is ChunkKind.FIGURE]
        if self.eye is None or not places:
            return {}
        figures = [Figure(inputs[at].text, _picture(version, passages[at])) for at in places]
        return dict(zip(places, captions(figures, self.eye), strict=True))

    def account(self) -> dict[str, Any]:
        """What the models did and took, for the record of the filing; empty without any."""
        used = {"reader": self.text, "vision": self.eye}
        return {role: reader.as_json() for role, reader in used.items() if reader}


def _picture(version: DocumentVersion, passage: Passage) -> bytes | None:
    """The page that a figure's words stand on: its picture has no box of its own."""
    if not has_images(version):
        return None
    try:
        return page_image(version, passage.spans[-1].page.number, PICTURE_WIDTH).read_bytes()
    except (CannotRender, TooBusy):
        return None


def _lines(meanings: dict[str, str], caption: str) -> Iterator[str]:
    if caption:
        yield caption
    if meanings:
        yield "; ".join(f"{phrase}: {meaning}" for phrase, meaning in meanings.items())

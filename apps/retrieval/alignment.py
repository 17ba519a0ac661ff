"""How well a passage meets the intent, field by field (R3, R4): aE*Jacc(E) + aM*Jacc(M) + aP*period + aN*numeric."""

import re
from dataclasses import dataclass, field

from apps.documents.models import Chunk, ChunkKind
from apps.retrieval.filings import Filing
from apps.retrieval.found import Alignment, SearchSettings
from apps.retrieval.intents import Intent
from apps.statements.ontology import concepts

NUMBER = re.compile(r"(?<![\w.,])\$?\d[\d,]*(?:\.\d+)?%?(?![\w])")
NUMBERS_OF_A_FIGURE_PASSAGE = 2


@dataclass(frozen=True, slots=True)
class Aligner:
    """Scores passages against one intent."""

    intent: Intent
    settings: SearchSettings
    known: dict[int, Alignment] = field(default_factory=dict)  # by passage: two orders look at the same ones

    def __call__(self, chunk: Chunk, filing: Filing) -> Alignment:
        if chunk.pk not in self.known:
            self.known[chunk.pk] = self._aligned(chunk, filing)
        return self.known[chunk.pk]

    def _aligned(self, chunk: Chunk, filing: Filing) -> Alignment:
        entities = self._entities(filing)
        metrics = self._metrics(chunk)
        period = self._period(chunk, filing)
        numeric = self._numeric(chunk)
        weights = self.settings.alignment_parts
        score = sum(weight * part for weight, part in zip(weights, (entities, metrics, period, numeric), strict=True))
        return Alignment(entities, metrics, period, numeric, round(score, 4))

    def _entities(self, filing: Filing) -> float:
        """A passage speaks of its filer: the Jaccard index of that one and those asked for. A document that names no
        filer may speak of any; its weight tells it apart already."""
        asked = self.intent.companies
        return 1 / len(asked) if asked and (filing.company is None or filing.company in asked) else 0.0

    def _metrics(self, chunk: Chunk) -> float:
        """Of the items asked for, the share that the passage names by the words of questions or of statements."""
        asked = self.intent.metrics
        if not asked:
            return 0.0
        return sum(_names(chunk.text, key) for key in asked) / len(asked)

    def _period(self, chunk: Chunk, filing: Filing) -> float:
        """Of the years asked for, the share that the passage itself writes; half where only its filing is of it."""
        years = self.intent.years
        if not years:
            return 0.0
        return sum(
            1.0 if str(year) in chunk.text else 0.5 if year in filing.years or not filing.years else 0.0
            for year in years
        ) / len(years)

    def _numeric(self, chunk: Chunk) -> float:
        """1 where a figure is asked for and the passage holds some, or neither."""
        figures = chunk.kind == ChunkKind.TABLE or len(NUMBER.findall(chunk.text)) >= NUMBERS_OF_A_FIGURE_PASSAGE
        return float(figures == self.intent.numeric)


def _names(text: str, key: str) -> bool:
    return any(asked.search(text) for asked in concepts()[key].asked)

"""Which way each stage goes, and every threshold on the way. The digest of these settings stands in every answer."""

from dataclasses import asdict, dataclass, field
from enum import StrEnum
from hashlib import sha256
from json import dumps

from django.conf import settings

from apps.answers.grounding.trust import Thresholds
from apps.answers.prose.settings import ProseSettings
from apps.retrieval.found import SearchSettings


class Way(StrEnum):
    """How a stage is done. Model: by the model wherever one is configured. Auto: so only where the rules leave
    something to it: what the calculator answers, or a row that is named as asked, they answer alone.
    """

    RULES = "rules"
    MODEL = "model"
    AUTO = "auto"


@dataclass(frozen=True, slots=True)
class PipelineSettings:
    """The ways and thresholds of the road.

    documents_read: how many of the best documents have all their tables looked through for the rows asked for.
    row_score: lowest agreement (0 to 1) of a row's label with the question's words for the row to be shown.
    row_margin: how far below the best row another may score and still stand beside it.
    planner, curator, writer: the way of each stage that a model can do.
    subquestions: most of them besides the question itself (V7). curation_rounds, relevant_most: of the curation (H3).
    curator_passages, curator_characters: how many passages it sees at once, and of each how much.
    writer_characters: of each passage that the writer sees. writer_beside: of all neighbours of passages together (V9).
    prose: how sentences and rows are chosen for an answer in words.
    trust: what the degrees of trust in an answer ask for.
    """

    search: SearchSettings = field(default_factory=SearchSettings)
    documents_read: int = 3
    row_score: float = 0.6
    row_margin: float = 0.15
    rows_shown: int = 4
    planner: Way = Way.AUTO
    curator: Way = Way.AUTO
    writer: Way = Way.AUTO
    subquestions: int = 6
    curation_rounds: int = 3
    relevant_most: int = 10
    curator_passages: int = 20
    curator_characters: int = 900
    writer_characters: int = 2000
    writer_beside: int = 4000
    trust: Thresholds = field(default_factory=Thresholds)
    prose: ProseSettings = field(default_factory=ProseSettings)

    @classmethod
    def configured(cls) -> "PipelineSettings":
        """The way that FINRAG_ANSWERING names, for every stage that a model can do."""
        way = Way(settings.ANSWERING)
        return cls(planner=way, curator=way, writer=way)

    def digest(self) -> str:
        return sha256(dumps(asdict(self), sort_keys=True).encode()).hexdigest()

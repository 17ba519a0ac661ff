"""The judges that are models: each scores every contender by itself. None of them is needed."""

from collections.abc import Callable, Sequence

from apps.documents.models import ChunkTokens
from apps.inference.errors import ModelUnavailable
from apps.inference.late_interaction import maxsim, token_encoder
from apps.inference.packed import unpack
from apps.inference.pair_scoring import PairScorer, cross_encoder, decoder
from apps.retrieval.reranking.contenders import Contender
from apps.retrieval.reranking.judges import Judge

Scores = dict[int, float]  # by passage; one that the judge cannot score is left out


def scores_of(judge: Judge, question: str, contenders: Sequence[Contender]) -> tuple[str, Scores]:
    """The judge's model, and what it says of each. Raises ModelUnavailable."""
    return SCORERS[judge](question, contenders)


def _late_interaction(question: str, contenders: Sequence[Contender]) -> tuple[str, Scores]:
    model = token_encoder()
    rows = ChunkTokens.objects.filter(model=model.name, chunk__in=[contender.chunk for contender in contenders])
    asked = model.question(question)
    scores = {row.chunk_id: maxsim(asked, unpack(bytes(row.vectors), row.dimensions, row.bits)) for row in rows}
    if contenders and not scores:
        raise ModelUnavailable(
            "FINRAG_LATE_INTERACTION is on, but no passage found has token vectors: run manage.py token_vectors."
        )
    return model.name, scores


def _pairs(load: Callable[[], PairScorer]) -> Callable[[str, Sequence[Contender]], tuple[str, Scores]]:
    def score(question: str, contenders: Sequence[Contender]) -> tuple[str, Scores]:
        model = load()
        scores = model.score(question, [contender.view for contender in contenders])
        return model.name, {contender.chunk: one for contender, one in zip(contenders, scores, strict=True)}

    return score


SCORERS: dict[Judge, Callable[[str, Sequence[Contender]], tuple[str, Scores]]] = {
    Judge.LATE_INTERACTION: _late_interaction,
    Judge.CROSS_ENCODER: _pairs(cross_encoder),
    Judge.DECODER: _pairs(decoder),
}

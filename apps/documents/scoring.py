"""What a worker of the queue `gpu` does for askers: embed their questions, score their passages, many at once."""

from collections.abc import Callable
from functools import partial

from django.conf import settings

from apps.documents import embedders
from apps.inference.pair_scoring import Role, loaded
from apps.inference.queued import EMBED
from apps.inference.scoring_queue import ON, Model, Result, serve

Pairs = list[tuple[str, str]]


def serve_askers() -> int:
    """Answer what waits; how many requests. Whoever asks has FINRAG_SCORING set; a worker need not."""
    return serve(MODELS)


def serve_between() -> int:
    """The same in the midst of other work: only where FINRAG_SCORING says that there are askers."""
    return serve_askers() if settings.SCORING == ON else 0


def _embedding() -> tuple[str, Callable[[Pairs], Result]]:
    model = embedders.own()
    return f"{model.name} {model.digest}", lambda pairs: model.embed([text for _, text in pairs]).tolist()


def _scoring(role: Role) -> tuple[str, Callable[[Pairs], Result]]:
    model = loaded(role)
    return model.name, model.score_pairs


MODELS: dict[str, Model] = {EMBED: _embedding} | {role: partial(_scoring, role) for role in Role}

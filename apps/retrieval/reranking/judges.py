"""Who may re-rank what the paths brought (A6, V10, R3): each a setting, none needed."""

from enum import StrEnum

from django.conf import settings

from apps.inference.pair_scoring import wanted


class Judge(StrEnum):
    """In the order in which they are asked: the tournament may use what the others said."""

    LATE_INTERACTION = "late interaction"
    CROSS_ENCODER = "cross-encoder"
    DECODER = "decoder"
    TOURNAMENT = "tournament"


def configured() -> tuple[Judge, ...]:
    """The judges that the settings name; by default the cross-encoder that ships."""
    named = {
        Judge.LATE_INTERACTION: settings.LATE_INTERACTION,
        Judge.CROSS_ENCODER: wanted(settings.CROSS_ENCODER),
        Judge.DECODER: settings.DECODER_RERANKER,
        Judge.TOURNAMENT: settings.TOURNAMENT,
    }
    return tuple(judge for judge, setting in named.items() if setting)

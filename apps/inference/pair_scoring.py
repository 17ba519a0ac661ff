"""Models that read a question and a passage together and say how well they fit (A6, H2, V10). Each is a setting."""

import os
from collections.abc import Sequence
from enum import StrEnum
from functools import cache, partial
from pathlib import Path
from typing import Protocol

from django.conf import settings

from apps.inference import at_work
from apps.inference.embedding import LOADING
from apps.inference.errors import ModelUnavailable
from apps.inference.packed_pairs import CARD, Card, PackedPairs
from apps.inference.scoring_queue import ON

TOKEN_LIMIT = 512  # of question and passage together
SHIPPED, NONE = "shipped", "none"  # values of a setting: the model that comes along, and that nobody is asked


class PairScorer(Protocol):
    """A model that scores pairs. Scores of one model compare with each other, not with those of another."""

    name: str

    def score(self, question: str, passages: Sequence[str]) -> list[float]:
        """From 0 to 1 for each passage, in their order; higher fits better."""
        ...

    def score_pairs(self, pairs: Sequence[tuple[str, str]], /) -> list[float]:
        """The same for pairs of a question and a passage, of several questions at once."""
        ...


class Role(StrEnum):
    """What a model that scores pairs is for; a setting each names it."""

    CROSS_ENCODER = "cross-encoder"
    JUDGE = "judge"
    DECODER = "decoder"


def cross_encoder() -> PairScorer:
    """The cross-encoder that FINRAG_CROSS_ENCODER names, loaded once in each process. Raises ModelUnavailable."""
    return _asked(Role.CROSS_ENCODER)


def judge_model() -> PairScorer:
    """The cross-encoder that FINRAG_JUDGE_MODEL names, loaded once in each process. Raises ModelUnavailable."""
    return _asked(Role.JUDGE)


def decoder() -> PairScorer:
    """The re-ranker that FINRAG_DECODER_RERANKER names, loaded once in each process. Raises ModelUnavailable."""
    return _asked(Role.DECODER)


def _asked(role: Role) -> PairScorer:
    """Where scores come from workers, the model is loaded here when none of them answers."""
    if settings.SCORING != ON:
        return loaded(role)
    from apps.inference.queued import QueuedPairs

    name, setting = _named(role)
    folder = _folder(named(name, setting)) if role is not Role.DECODER else None
    card = Card.of(folder) if folder else None
    return QueuedPairs(role, card.shown if card else short_name(name), partial(loaded, role), card)


def loaded(role: Role) -> PairScorer:
    """The model of a role in this process. Raises ModelUnavailable."""
    name, setting = _named(role)
    with LOADING:
        if role is Role.DECODER:
            return _decoder(os.getpid(), name, settings.DECODER_ADAPTER, settings.PAIR_BATCH)
        if folder := _folder(named(name, setting)):
            return _packed(os.getpid(), folder)
        return _cross_encoder(os.getpid(), name, settings.PAIR_BATCH)


def _named(role: Role) -> tuple[str, str]:
    """What the settings name for a role, and in which of them."""
    return {
        Role.CROSS_ENCODER: (settings.CROSS_ENCODER, "FINRAG_CROSS_ENCODER"),
        Role.JUDGE: (settings.JUDGE_MODEL, "FINRAG_JUDGE_MODEL"),
        Role.DECODER: (settings.DECODER_RERANKER, "FINRAG_DECODER_RERANKER"),
    }[role]


def _folder(name: str) -> Path | None:
    """Of a model of ours: the one at work, or the one that a setting names; None for any other model."""
    if name == SHIPPED:
        return at_work.folder()
    return Path(name) if (Path(name) / CARD).is_file() else None


@cache
def _cross_encoder(process: int, name: str, batch: int) -> PairScorer:
    from apps.inference.cross_encoder import CrossEncoder

    return CrossEncoder.load(name, batch=batch)


@cache
def _packed(process: int, folder: Path) -> PackedPairs:
    """Re-ranker and judge share it."""
    return PackedPairs.load(folder, threads=settings.EMBED_THREADS, precision=settings.EMBED_PRECISION)


@cache
def _decoder(process: int, name: str, adapter: str, batch: int) -> PairScorer:
    from apps.inference.decoder import Decoder

    return Decoder.load(named(name, "FINRAG_DECODER_RERANKER"), adapter=adapter, batch=batch)


def wanted(name: str) -> bool:
    """Whether a setting with this value names a model."""
    return name not in {"", NONE}


def named(name: str, setting: str) -> str:
    """`name` itself; raises ModelUnavailable when the setting that should hold it is empty."""
    if not wanted(name):
        raise ModelUnavailable(f"{setting} names no model: set it to a model's name or to the folder that holds it.")
    return name


def short_name(name: str) -> str:
    """What a trace shows of a model's name or folder."""
    return name.rstrip("/").rsplit("/", 1)[-1]

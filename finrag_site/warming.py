"""What the first question would wait for, loaded before it comes: words, and models.

Words are plain Python and can be read before a process is forked, so that all of its children share them. A model's
threads do not outlive a fork: each process loads its own.
"""

from contextlib import suppress

QUESTION = "risk of supply"


def read_words() -> None:
    """The lexicon, the grammar, and what a semantic parser knows."""
    from apps.inference.semantic_parser import semantic_parser
    from apps.questions.names import NoRegister
    from apps.questions.placing import phrases_in_any_order
    from apps.questions.reader import read
    from apps.questions.respelled import vocabulary

    read(QUESTION, NoRegister())
    vocabulary()
    phrases_in_any_order()
    semantic_parser()


def load_models() -> None:
    """What is missing is told to whoever asks. Models that workers hold for others are not loaded here."""
    from django.conf import settings
    from django.db import DatabaseError, connection

    from apps.accounts.acting import serving
    from apps.documents.embedders import own
    from apps.inference.errors import ModelUnavailable
    from apps.inference.pair_scoring import cross_encoder
    from apps.inference.scoring_queue import ON

    if settings.SCORING == ON:
        return
    try:
        with suppress(ModelUnavailable, DatabaseError), serving():
            own().embed([QUESTION])
        with suppress(ModelUnavailable):
            cross_encoder().score(QUESTION, ["Supply is a risk."])
    finally:
        connection.close()  # a thread's own

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
    """What is missing is told to whoever asks."""
    from django.db import connection

    from apps.inference.embedding import embedder
    from apps.inference.errors import ModelUnavailable
    from apps.inference.pair_scoring import cross_encoder

    with suppress(ModelUnavailable):
        embedder().embed([QUESTION])
    with suppress(ModelUnavailable):
        cross_encoder().score(QUESTION, ["Supply is a risk."])
    connection.close()  # a thread's own

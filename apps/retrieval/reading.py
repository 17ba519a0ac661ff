"""Reading a question against the filers whose documents the asker may see."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from apps.accounts.models import User
from apps.questions.filers import Register
from apps.questions.names import Mention
from apps.questions.query import Reading
from apps.questions.reader import read
from apps.questions.slots import Filer
from apps.retrieval.filings import companies, register
from apps.retrieval.found import Scope
from apps.retrieval.labels import PrintedLabels
from apps.retrieval.meanings import ModelMeanings


@dataclass(frozen=True, slots=True)
class KnownFilers:
    """The register of one asker, its filers by their public ids."""

    register: Register
    uids: Mapping[int, UUID]

    def mentions(self, text: str) -> Sequence[Mention]:
        return [
            Mention(one.start, one.end, one.text, tuple(Filer(self.uids[filer.pk], filer.name) for filer in one.filers))
            for one in self.register.mentions(text)
        ]


def read_for(viewer: User, scope: Scope | None, question: str, earlier: Reading | None = None) -> Reading:
    """The readings of `question`; earlier: that of the question before it in the conversation."""
    within = scope or Scope()
    labels = PrintedLabels(viewer, within)
    return read(question, register_for(viewer, within), earlier=earlier, labels=labels, meanings=ModelMeanings())


def register_for(viewer: User, scope: Scope) -> KnownFilers:
    """The filers that a question of `viewer` may name."""
    uids = {pk: uid for uid, pk in companies(viewer, scope).items()}
    return KnownFilers(register(viewer, scope), uids)

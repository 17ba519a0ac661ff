"""Reading a question against the filers whose documents the asker may see."""

from apps.accounts.models import User
from apps.questions.query import Reading
from apps.questions.reader import read
from apps.retrieval.filings import register
from apps.retrieval.found import Scope


def read_for(viewer: User, scope: Scope | None, question: str, earlier: Reading | None = None) -> Reading:
    """The readings of `question`; earlier: that of the question before it in the conversation."""
    return read(question, register(viewer, scope or Scope()), earlier=earlier)

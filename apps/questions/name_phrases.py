"""What the lexicon knows of the words about a name: "trade receivables" is one measure, whoever is called Trade."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from apps.questions.lexicon import MEASURES, Match, lexicon
from apps.questions.name_tokens import Token
from apps.questions.name_vocabulary import english, listed
from apps.questions.tokens import Word, key_of

FINANCE, SILENT = listed("finance"), listed("silent")
LONGEST_LEAD = 5  # words of a phrase before the one that is looked at
LONGEST_GROUP = 8  # words that one name may stand in front of
NEUTRAL = frozenset(("frame", "function", "noun", "number", "relation", "words"))  # said of anything, not of a filer
VERBS = frozenset(("move", "spend"))


@dataclass(frozen=True)
class Phrases:
    """The words of a text as the reader of questions takes them, at the same places."""

    tokens: Sequence[Token]

    @cached_property
    def words(self) -> tuple[Word, ...]:
        return tuple(Word(token.text, token.start, token.end, key_of(token.text), token.glued) for token in self.tokens)

    @cached_property
    def titled(self) -> bool:
        """Whether the text has its nouns in capitals, as headings do: then a capital tells no name."""
        inner = [token for token in self.tokens[1:] if token.key.isalpha() and token.key not in SILENT]
        return len(inner) > 1 and all(token.capital for token in inner)

    def around(self, at: int) -> tuple[int, int] | None:
        """The phrase that takes the word at `at`: of several words, or a measure by itself."""
        first, stop = self._bounds(at)
        for start in range(max(first, at - LONGEST_LEAD), at + 1):
            match = lexicon().longest(self.words, start, stop)
            if match and match.end > at and (match.end - start > 1 or _measures(match)):
                return start, match.end
        return None

    def measures(self, start: int) -> bool:
        """Whether a measure begins here: it continues no name."""
        match = lexicon().longest(self.words, start, self._bounds(start)[1])
        return match is not None and _measures(match)

    def said_of_filers(self, start: int) -> bool:
        """Whether the words from `start` to the next preposition or mark ask for what filers have or do.

        That is a phrase of the lexicon, a number or verb at once, or letters that English does not have ("ARPU").
        """
        end = self._group_end(start)
        if start < end and (self.tokens[start].key.isdigit() or self._kinds(start, end) & VERBS):
            return True
        return any(self._labels(at) or self._kinds(at, end) - NEUTRAL - VERBS for at in range(start, end))

    def groups(self, start: int) -> bool:
        """Whether several words, not all of them in capitals, come before the next preposition or mark."""
        return not self.titled and self._group_end(start) - start > 1

    def _labels(self, at: int) -> bool:
        token = self.tokens[at]
        known = token.key in english() and token.text not in FINANCE
        return len(token.key) > 1 and token.key.isalpha() and token.text.isupper() and not known

    def _kinds(self, at: int, end: int) -> set[str]:
        match = lexicon().longest(self.words, at, end)
        return {entry.kind for entry in match.entries} if match else set()

    def _group_end(self, start: int) -> int:
        stop = min(self._bounds(start - 1)[1], start + LONGEST_GROUP)
        return next((at for at in range(start, stop) if self.tokens[at].key in SILENT), stop)

    def _bounds(self, at: int) -> tuple[int, int]:
        """The words about the one at `at` that no mark parts from it, as far as any phrase goes."""
        reach = range(at + 1, min(len(self.tokens), at + LONGEST_GROUP + 1))
        back = range(at, max(0, at - LONGEST_LEAD) - 1, -1)
        first = next((place for place in back if self.tokens[place].apart), back[-1])
        return first, next((place for place in reach if self.tokens[place].apart), reach.stop)


def _measures(match: Match) -> bool:
    return match.entries[0].kind in MEASURES.values()

"""Where in a text a name can stand: "sales of Target in 2022" names a filer, "the target for 2022" does not."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from apps.questions.name_phrases import Phrases
from apps.questions.name_tokens import AND, Token
from apps.questions.name_vocabulary import english, everyday, listed, trailing

LEGAL, FORMAL, KINDS, SILENT = listed("legal"), listed("formal"), listed("kinds"), listed("silent")
DETERMINERS, COUNTED = listed("determiners"), listed("counted")
BEFORE, AFTER = listed("before_names"), listed("after_names")
VERBS, QUESTIONING = listed("asking_verbs"), listed("questioning")
AMOUNT = re.compile(r"\d+(?:k|m|mm|mn|bn|b|t|x)|[qh][1-4]|[1-4][qh]|(?:fy|cy)\d+|\d+(?:st|nd|rd|th|s)?")
CURRENCY = re.compile(r"[$€£]\s*$|\d[,.]$")
COINED = 6  # letters of a word that no list of English has: shorter ones may be English all the same
LONGEST_RUN = 6  # words in capitals behind a name that are looked at


@dataclass(frozen=True)
class Setting:
    """The words of a text, and how it uses capitals. named: tells whether a key is a name of the register by itself."""

    words: Sequence[Token]
    named: Callable[[str], bool]

    @cached_property
    def phrases(self) -> Phrases:
        return Phrases(self.words)

    @cached_property
    def cased(self) -> bool:
        """Whether capitals tell anything: not in a text all in capitals."""
        return any(letter.islower() for word in self.words for letter in word.text)

    @cached_property
    def capitals(self) -> bool:
        """Whether the text writes names with capitals, so that a word without one is none."""
        inner = (word for word in self.words[1:] if not word.apart)
        return self.cased and any(word.capital and word.text[1:].islower() and not _trails(word) for word in inner)

    def closed(self, end: int) -> int:
        """Where a name that ends at `end` closes with its legal form ("Hinge, Inc.", "Hinge & Co.")."""
        words = self.words
        close = end
        while close < len(words) and not words[close - 1].possessive and self._legal(close):
            close += 2 if words[close].key == AND else 1
        return close

    def _legal(self, at: int) -> bool:
        word, behind = self.words[at], self.words[at + 1] if at + 1 < len(self.words) else None
        if word.apart and word.before.strip() not in {",", "/", ", "}:
            return False
        if word.key == AND:
            return behind is not None and behind.key in {"co", "company", "cos"} and not behind.apart
        return word.key in LEGAL and (word.key in FORMAL or word.capital or not self.cased) and word.key != "the"

    def stands(self, start: int, end: int, *, whole: bool, article: bool) -> bool:
        """Whether words [start, end), which spell a name, are that name here.

        whole: it is all of the name but its legal form. article: the name begins with "The".
        """
        close = self.closed(end)
        if self._belongs_to_another(start, end, close, whole):
            return False
        if end - start > 1:
            return not (self._plain(start, end) and self._determined(start) and not article)
        word = self.words[start]
        if any(map(str.isdigit, word.key)):
            return self._no_amount(start)
        if self._formal(end, close):
            return True
        if not word.possessive and self._phrased(start):
            return False
        if word.key not in english() and len(word.key) >= COINED:
            return True
        if word.key not in everyday():
            return self._capital(start) or not self.capitals or self._placed(start, close)
        if self._determined(start):
            return article and (self._capital(start) or word.possessive)
        if word.key in SILENT:
            return self._capital(start) and word.possessive
        return (whole and self._marked(start)) or self._placed(start, close, whole)

    def may_stand_alone(self, at: int, *, whole: bool) -> bool:
        """Whether a word may be a name where nothing else in the text is one, and no longer name goes on behind it.

        A word that English has is one only as a whole name, and where a capital marks it before a small letter; at the
        beginning of a text before several words that belong together: "Hinge contractual obligations", not "Hinge
        weight by site".
        """
        word, behind = self.words[at], self.words[at + 1] if self._followed(at + 1) else None
        run = self._run(at + 1) if not word.possessive else []
        longer = any(one.key in KINDS or one.key in FORMAL or one.key in ("of", AND) for one in run[:2])
        if word.key in SILENT or longer or self._begun_before(at) or (behind is not None and behind.glued):
            return False
        if self.phrases.around(at):
            return False
        if word.key not in everyday():
            return len(word.key) >= COINED
        marked = self._marked(at) or (at == 0 and self._capital(at) and self.phrases.groups(1))
        return whole and marked and not (run and run[0].capital)

    def _marked(self, at: int) -> bool:
        """Whether a capital sets the word apart: none that a sentence's beginning or a heading asks for."""
        return self._capital(at) and not self._begins(at) and not self.phrases.titled

    def _phrased(self, at: int) -> bool:
        """Whether the word is a piece of what is asked ("trade receivables") and no capital sets it apart from that."""
        phrase = self.phrases.around(at)
        if phrase is None:
            return False
        others = (word.capital for place, word in enumerate(self.words[slice(*phrase)], phrase[0]) if place != at)
        return any(others) or not self._marked(at)

    def _capital(self, at: int) -> bool:
        return self.cased and self.words[at].capital

    def _opens(self, at: int) -> bool:
        return self.words[at].apart

    def _begins(self, at: int) -> bool:
        """Whether a capital is due here whatever the word is: first in the text or in a sentence."""
        between = self.words[at].before
        return at == 0 or (self._opens(at) and not set(between) <= set(", ;-–—("))

    def _plain(self, start: int, end: int) -> bool:
        """Words of everyday English without a capital."""
        words = self.words[start:end]
        return not (self.cased and words[0].capital) and all(w.key in english() or w.key == AND for w in words)

    def _determined(self, at: int) -> bool:
        return not self._opens(at) and self.words[at - 1].key in DETERMINERS

    def _formal(self, end: int, close: int) -> bool:
        """Whether a legal form follows that no other word has ("Inc", "plc")."""
        return any(word.key in FORMAL for word in self.words[end:close])

    def placed(self, start: int, end: int) -> bool:
        """Whether words stand where a name does, whatever they are."""
        return self._placed(start, end)

    def _placed(self, start: int, end: int, whole: bool = True) -> bool:
        """Whether the words stand as names do: "Hinge's", "of Hinge in 2022", "did Hinge grow", "Hinge sales 2022"."""
        if self.words[end - 1].possessive:
            return not self._determined(start)
        if self._opens(start):
            return whole and (self._heads(start, end) or (self._followed(end) and self._leads(end)))
        before = self.words[start - 1].key
        if before in VERBS and (start == 1 or self.words[start - 2].key in QUESTIONING):
            sure = whole or self._capital(start) or self.words[start].key not in everyday()
            return sure and self._followed(end) and self.words[end].key not in AFTER
        if before == "by" and self.words[start].key in everyday():  # "by property": how something is broken down
            return self._marked(start)
        if before in BEFORE or before == AND:
            return not self._followed(end) or self._rests(end) or (whole and self._marked(start))
        return False

    def _heads(self, start: int, end: int) -> bool:
        """Whether a name in capitals stands alone before a colon or a slash: "Hinge: sales in 2022"."""
        behind = self.words[end].before.strip() if end < len(self.words) else ""
        return self._capital(start) and not self._followed(end) and behind[:1] in (":", "/")

    def _leads(self, end: int) -> bool:
        """Whether a word that opens a text leads what follows as a filer does: "Hinge sales", not "hinge weight"."""
        behind = self.words[end]
        if behind.key == AND:
            return self._followed(end + 1) and self.named(self.words[end + 1].key)
        return self.phrases.said_of_filers(end)

    def _followed(self, end: int) -> bool:
        return end < len(self.words) and not self.words[end].apart

    def _rests(self, end: int) -> bool:
        """Whether what follows is no noun that the words could describe: "in 2022", "2022", "and"."""
        word = self.words[end]
        return (
            word.key in AFTER or (word.key == AND and self.words[end - 1].capital) or bool(AMOUNT.fullmatch(word.key))
        )

    def _no_amount(self, at: int) -> bool:
        """Of a name with digits, such as "7Q": no amount, quarter or year."""
        word, behind = self.words[at], self.words[at + 1] if self._followed(at + 1) else None
        if CURRENCY.search(word.before) or word.key.isdigit():
            return False
        if behind is not None and (behind.key in COUNTED or (behind.glued and behind.key.isdigit())):
            return False
        return word.possessive or not re.fullmatch(r"[qh][1-4]|[1-4][qh]|(?:fy|cy)\d+", word.key)

    def _belongs_to_another(self, start: int, end: int, close: int, whole: bool) -> bool:
        """Whether the words are a piece of a longer name that is not held ("Hinge" in "Hinge Bancorp")."""
        alone = end - start == 1
        return (alone and self._begun_before(start)) or self._continued(start, end, close, whole)

    def _begun_before(self, start: int) -> bool:
        word = self.words[start]
        if word.apart:
            return False
        before = self.words[start - 1]
        if before.key == AND:
            other = self.words[start - 2] if start > 1 else None
            sign = before.text in {"&", "+", "n"}
            return sign and other is not None and not before.apart and not self.named(other.key)
        if before.possessive or self.named(before.key) or any(map(str.isdigit, before.key)):
            return False
        if word.glued and word.before == "-" and not _trails(before):
            return True
        strange = before.key not in english() if before.apart else not _trails(before)
        return self._capital(start - 1) and strange and (word.capital or before.key not in english())

    def _continued(self, start: int, end: int, close: int, whole: bool) -> bool:
        if self.words[close - 1].possessive:
            return False
        run = self._run(close)
        if not run:
            return False
        if run[0].key == AND:
            return end - start == 1 and len(run) > 1 and run[0].text in {"&", "+"} and not self.named(run[1].key)
        if self.named(run[0].key):
            return False
        if run[0].key == "of":
            return not whole and len(run) > 1
        kinds = any(word.key in KINDS for word in run)
        known = all(word.key in english() for word in self.words[start:end])
        if not (self.cased and run[0].capital):
            return self._continued_small(start, close, whole, known)
        strange = run[0].key in KINDS or not _trails(run[0])
        if not whole:
            return strange
        return strange and ((known and kinds and end - start == 1) or any(word.key in FORMAL for word in run))

    def _continued_small(self, start: int, close: int, whole: bool, known: bool) -> bool:
        """The same where no capital tells: "hinge hospitality in 2022" is another's, "hinge net sales" is not."""
        behind = self.words[close]
        if not whole:
            strange = (
                close - start == 1
                and not _trails(behind)
                and not self.phrases.measures(close)
                and behind.key not in AFTER | VERBS
                and not self.named(behind.key)
            )
            capital = self._capital(start) and self.capitals
            return behind.key in KINDS or (strange and known and not capital and not self._placed(start, close, False))
        ends = behind.possessive or not self._followed(close + 1) or self._rests(close + 1)
        return known and behind.key in KINDS and ends

    def _run(self, end: int) -> list[Token]:
        """The words behind, as far as they could be more of the same name."""
        run: list[Token] = []
        for word in self.words[end : end + LONGEST_RUN]:
            if word.apart or (run and not word.capital):
                break
            run.append(word)
            if word.possessive:
                break
        return run


def _trails(word: Token) -> bool:
    """Whether a word in capitals continues no name: a measure, a month, a period, a form."""
    return word.key in trailing() or any(map(str.isdigit, word.key)) or len(word.key) == 1

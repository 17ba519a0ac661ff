"""How people write a filer's name: every form is made by rule from the name as it is registered."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from apps.questions.name_tokens import AND, joined, letters, tokens
from apps.questions.name_vocabulary import everyday, listed

LEGAL, DOMAINS, GIVEN, SILENT = listed("legal"), listed("domains"), listed("given"), listed("silent")
CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
MERGED = re.compile(r"(.{5,})co|(.{4,})group")  # "Hingeco", "Hinggroup"
LEAST_HALF = 4  # letters of the first half of "Hinge-Mills" that names it
INITIALS = range(2, 6)
CUT, LEAST_CUT = range(3, 6), 2  # letters that are left of a word that is cut short, and that are cut off


@dataclass(frozen=True)
class Name:
    """A filer's name in its words. words: without legal form and article; each is one or more keys ("t", "mobile")."""

    words: tuple[tuple[str, ...], ...]
    written: tuple[str, ...]  # the same words as they are written, for the capitals within them
    ampersands: frozenset[int]  # places of words before which an "and" stands

    @classmethod
    def of(cls, name: str) -> "Name":
        grouped: list[list[str]] = []
        written: list[str] = []
        ampersands: set[int] = set()
        for token in tokens(name):
            if token.key == AND:
                ampersands.add(len(grouped))
            elif grouped and token.glued and token.before in {"-", ".", "’", "'"} and len(grouped) not in ampersands:
                grouped[-1].append(token.key)
                written[-1] += token.before + token.text
            else:
                grouped.append([_whole(token.text, token.possessive, token.key)])
                written.append(token.text)
        start, end = _core(grouped)
        words = tuple(tuple(group) for group in grouped[start:end])
        return cls(words, tuple(written[start:end]), frozenset(at - start for at in ampersands if start < at < end))

    @cached_property
    def keys(self) -> tuple[str, ...]:
        return tuple(key for word in self.words for key in word)

    def whole(self) -> set[str]:
        """The name without its legal form, with and without the ending of a domain, the s of a possessive optional."""
        keys = self.keys
        forms = {joined(keys)} if keys else set()
        if len(keys) > 1 and keys[-1] in DOMAINS:
            forms.add(joined(keys[:-1]))
        for key in keys:
            if key.endswith("'"):
                forms |= {form.replace(key, key[:-1]) for form in set(forms)} | {
                    form.replace(key, f"{key[:-1]}s") for form in set(forms)
                }
        return {form for form in forms if form and "'" not in form}

    def parts(self) -> set[str]:
        """Its first words, and what it is called without a merged "Co" or a first name."""
        firsts = [self.words[:length] for length in range(1, len(self.words))]
        forms = {form for words in firsts if _names(words) for form in Name(words, (), frozenset()).whole()}
        forms |= set(self._surname()) | set(self._camel_part())
        return {form for form in forms if len(form) > 1 and not form.isdigit()} - self.whole()

    def _surname(self) -> Iterator[str]:
        """ "Merchant" and "Jay Merchant" for "Jay P. Merchant"."""
        keys = [joined(word).rstrip("'") for word in self.words]
        lead = 1 if len(keys) > 1 and keys[0] in GIVEN else 0
        while lead and lead < len(keys) - 1 and len(keys[lead]) == 1:
            lead += 1
        if lead and len(keys) - lead >= 1 and 0 not in self.ampersands and lead not in self.ampersands:
            yield keys[lead]
            yield keys[0] + keys[lead]

    def cuts(self) -> Iterator[str]:
        """ "Exmp Mills" for "Exmple Mills": the first word cut short, to no everyday one, before others in full."""
        first = joined(self.words[0]) if self.words else ""
        cuts = [first[:length] for length in CUT if len(first) >= length + LEAST_CUT]
        for end in range(2, len(self.words) + 1):
            others = joined([key for word in self.words[1:end] for key in word])
            yield from (cut + others for cut in cuts if cut not in everyday())

    def _camel_part(self) -> Iterator[str]:
        """ "Hinge" for "HingeCo" and "Hinge-Mills"; for "HINGECO" too, where what is left is no everyday word."""
        if not self.written:
            return
        if len(self.words[0]) > 1:
            if "-" in self.written[0] and len(self.words[0][0]) >= LEAST_HALF:
                yield self.words[0][0]
            return
        humps = CAMEL.findall(self.written[0])
        if len(humps) > 1 and humps[-1][0].isupper() and len(humps[0]) > 3:
            yield letters(humps[0])
        merged = MERGED.fullmatch(joined(self.words[0]))
        left = merged[1] or merged[2] if merged else None
        if left and left not in everyday():
            yield left

    def initials(self) -> set[str]:
        """ "gsm" for "Green Star Mills", "bofk" for "Bank of Kelp", "j&j" and "jnj" for "Jones & Jubilee"."""
        heads = [_heads(written) for written in self.written]
        if len(heads) < 2:
            return {heads[0]} if heads and len(heads[0]) > 2 else set()
        forms = {
            "".join(heads),
            "".join(head for head, written in zip(heads, self.written, strict=True) if not _joins(written)),
        }
        forms |= {"".join(w.lower() if _joins(w) else head for head, w in zip(heads, self.written, strict=True))}
        if len(heads[0]) > 2:
            forms.add(heads[0])
        forms = {form for form in forms if len(form) in INITIALS and not (len(form) == 2 and self.ampersands)}
        return forms | set(self._with_ampersand(heads))

    def _with_ampersand(self, heads: Sequence[str]) -> Iterator[str]:
        for at in self.ampersands:
            for end in {at + 1, len(heads)}:
                for sign in (AND, "n"):
                    yield "".join(heads[:at]) + sign + "".join(heads[at:end])

    def blends(self) -> Iterator[tuple[str, int]]:
        """The beginnings of the first two words as one, and where the second begins: "exmi", 2 for "Example Mills"."""
        if len(self.words) < 2:
            return
        first, second = joined(self.words[0]), joined(self.words[1])
        for left in range(2, 5):
            for right in range(2, 5):
                if len(first) > left and len(second) > right and left + right <= 7:
                    yield first[:left] + second[:right], left


def _whole(written: str, possessive: bool, key: str) -> str:
    """A word of a name; "Hinge's" is kept as "hinge'", to be written with and without its s."""
    return f"{key}'" if possessive and not key.endswith("s") else key


def _core(words: Sequence[Sequence[str]]) -> tuple[int, int]:
    """Where the name stands among its words: behind the article, before its legal form; else all of it."""
    start, end = 0, len(words)
    while end > 1 and joined(words[end - 1]) in LEGAL:
        end -= 1
    if end - start > 1 and joined(words[0]) == "the":
        start = 1
    while end - start > 1 and _spelled(words[start:end]):
        end -= _spelled(words[start:end])
    return start, end


def _spelled(words: Sequence[Sequence[str]]) -> int:
    """How many single letters at the end make a legal form ("N. V.")."""
    ends = ((length, [joined(word) for word in words[-length:]]) for length in (3, 2) if len(words) > length)
    return next((n for n, last in ends if "".join(last) in LEGAL and all(len(one) == 1 for one in last)), 0)


def _names(words: Sequence[Sequence[str]]) -> bool:
    """Whether these first words may stand for the name: not "bank of", and no single letter."""
    form = joined([key for word in words for key in word])
    return len(form) > 1 and joined(words[-1]) not in SILENT


def _joins(written: str) -> bool:
    return written.lower() in SILENT and not (len(written) == 1 and written.isupper())


def _heads(written: str) -> str:
    """The initials of one word: "JPMerchant" is j, p, m; "EXAMPLE" and "Example" are e."""
    humps = CAMEL.findall(written) if not (written.isupper() and len(written) > 3) else [written]
    if len(humps) < 2:
        return letters(written)[:1]
    return "".join(letters(hump) if hump.isupper() and len(hump) < 4 else letters(hump)[:1] for hump in humps)

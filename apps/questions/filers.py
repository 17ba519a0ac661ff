"""The filers that a text names, found in the register of those that may be named.

Every form of a name is made by rule when the register learns it (`name_forms`); where a word stands decides whether it
is a name there (`name_places`); what nothing else explains may be a name with one slip (`name_slips`). No database.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from functools import cached_property

from apps.questions.name_forms import Name
from apps.questions.name_places import Setting
from apps.questions.name_slips import FREE, Spellings
from apps.questions.name_tokens import AND, Token, joined, letters, tokens
from apps.questions.name_vocabulary import english, everyday, listed, trailing

FINANCE, GENERIC, LEGAL, SILENT = listed("finance"), listed("generic"), listed("legal"), listed("silent")
LONGEST = 9  # words of a name
LONG = 9  # letters of a name of several English words, more than these, that may be misspelled in lower case
MOST = 8  # filers that one form may mean: what more of them share names none
SLIPS = 12  # words of a text that may be misspelled names
LEAST_ALIKE, ALIKE = 5, 0.8  # letters of a name that is suggested, and how much of it must be right


class How(StrEnum):
    """What of a filer a mention spells, the surest first."""

    EXACT = "exact"
    FORMER = "former"
    TICKER = "ticker"
    PART = "part"
    SHORT = "short"
    CUT = "cut"
    TYPO = "typo"


@dataclass(frozen=True, slots=True)
class Filer:
    """A company of the register, as far as its names go. aliases: former names and other spellings."""

    pk: int
    name: str
    aliases: tuple[str, ...] = ()
    ticker: str = ""


@dataclass(frozen=True, slots=True)
class Mention:
    """`text`, at [start, end) of a question, names one of these filers. More than one: it does not say which."""

    start: int
    end: int
    text: str
    filers: tuple[Filer, ...]
    how: How

    @property
    def ambiguous(self) -> bool:
        return len(self.filers) > 1


Forms = dict[str, tuple[int, ...]]


@dataclass
class Register:
    """Filers, and every form of their names by how it names them. Blends are kept with the place of their hump."""

    filers: dict[int, Filer]
    forms: dict[How, Forms] = field(default_factory=lambda: {how: {} for how in How})
    blends: Forms = field(default_factory=dict)

    @classmethod
    def of(cls, filers: Iterable[Filer]) -> "Register":
        register = cls({filer.pk: filer for filer in filers})
        for filer in register.filers.values():
            register._learn(filer.pk, filer.name, How.EXACT)
            for alias in filer.aliases:
                register._learn(filer.pk, alias, How.FORMER)
            for ticker in {letters(filer.ticker), letters(filer.ticker.partition(".")[0])} - {""}:
                _add(register.forms[How.TICKER], ticker, filer.pk)
        return register

    def _learn(self, pk: int, written: str, how: How) -> None:
        name = Name.of(written)
        for form in name.whole():
            _add(self.forms[how], form, pk)
        for form in name.parts():
            _add(self.forms[How.PART], form, pk)
        for form in name.initials():
            _add(self.forms[How.SHORT], form, pk)
        for form in name.cuts():
            _add(self.forms[How.CUT], form, pk)
        for form, hump in name.blends():
            _add(self.blends, f"{form}:{hump}", pk)

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """The longest names first, none overlapping, in the order of the text."""
        return _Search(self, tokens(text), text).mentions()

    def spelled_like(self, name: str) -> list[str]:
        """Filers whose name, or its first words, `name` resembles: "Did you mean ...?"."""
        keys = [key for key in self._misspellable if len(key) >= LEAST_ALIKE]
        close = get_close_matches(joined(Name.of(name).keys).replace("'", ""), keys, n=2, cutoff=ALIKE)
        return list(dict.fromkeys(self.filers[pk].name for key in close for pk in sorted(self._misspellable[key])))

    @cached_property
    def _misspellable(self) -> Forms:
        """Names and first words by which a filer may be meant with a slip: nothing that is a word of its own."""
        parts = {form: pks for form, pks in self.forms[How.PART].items() if form not in english()}
        return parts | self.forms[How.FORMER] | self.forms[How.EXACT]

    @cached_property
    def spellings(self) -> Spellings:
        return Spellings.of(self._misspellable)

    def misspelled(self, form: str) -> tuple[int, ...]:
        """The filers whose name is one slip away."""
        found = {pk for name in self.spellings.near(form) for pk in self._misspellable[name]}
        return tuple(sorted(found)) if len(found) <= MOST else ()

    def names(self, key: str) -> bool:
        """Whether a word by itself is a name, whole or first part."""
        return any(key in self.forms[how] for how in (How.EXACT, How.FORMER, How.TICKER, How.PART))

    @cached_property
    def articled(self) -> frozenset[int]:
        """Filers whose names begin with "The"."""
        return frozenset(pk for pk, filer in self.filers.items() if _has_article(filer))

    @cached_property
    def spelled(self) -> frozenset[str]:
        """Every form but the blends: what is not among them is looked at no further."""
        return frozenset().union(*self.forms.values())

    def words_of(self, pk: int) -> set[str]:
        """Its words, with and without the points and hyphens in them ("u", "s" and "us")."""
        filer = self.filers[pk]
        names = [name for written in (filer.name, *filer.aliases) for name in (Name.of(written),)]
        return {form for name in names for word in name.words for form in (*word, joined(word))}


def _add(forms: Forms, form: str, pk: int) -> None:
    """One more than `MOST` is enough to know that the form names none."""
    known = forms.get(form, ())
    if pk not in known and len(known) <= MOST:
        forms[form] = (*known, pk)


def _has_article(filer: Filer) -> bool:
    return any(
        "the" in name.lower().replace("(", " ").replace(")", " ").split() for name in (filer.name, *filer.aliases)
    )


Found = tuple[How, tuple[int, ...]]


class _Search:
    """One text: its words, and which of them are taken by a name."""

    def __init__(self, register: Register, words: Sequence[Token], text: str) -> None:
        self.register, self.words, self.text = register, words, text
        self.setting = Setting(words, register.names)
        self.taken: set[int] = set()
        self.reach = self._reaches()

    def _reaches(self) -> list[int]:
        """Up to where a name that begins at a word can go: no further than the next mark."""
        reach = [len(self.words)] * len(self.words)
        for at in range(len(self.words) - 2, -1, -1):
            reach[at] = at + 1 if self.words[at + 1].apart else reach[at + 1]
        return reach

    def mentions(self) -> tuple[Mention, ...]:
        found = list(self._exact())
        found += self._misspelled()
        found = found or list(self._alone())
        return tuple(sorted(found, key=lambda mention: mention.start))

    def _exact(self) -> Iterator[Mention]:
        for start, end in self._spelled():
            if self.taken.isdisjoint(range(start, end)) and (named := self._called(start, end)):
                yield self._mention(start, end, named)

    def _alone(self) -> Iterator[Mention]:
        """In a text that names nobody else, the one word that is a filer's name or the first word of it."""
        may = [(at, self._first_word_of(at)) for at in range(len(self.words))]
        named = [(at, pks) for at, pks in may if pks]
        if len({pks for _, pks in named}) == 1 and len(named[0][1]) == 1:
            at, pks = named[0]
            yield self._mention(at, at + 1, (How.PART, pks))

    def _first_word_of(self, at: int) -> tuple[int, ...]:
        forms, key = self.register.forms, self.words[at].key
        whole = forms[How.EXACT].get(key) or forms[How.FORMER].get(key, ())
        pks = whole or forms[How.PART].get(key, ())
        return pks if pks and self.setting.may_stand_alone(at, whole=bool(whole)) else ()

    def _spelled(self) -> list[tuple[int, int]]:
        """The stretches of words that spell a form of a name, or may be a blend; the longest first."""
        found = []
        for start in range(len(self.words)):
            written = form = ""
            for end in range(start + 1, min(self.reach[start], start + LONGEST) + 1):
                key = self.words[end - 1].key
                written, form = written + key, form if key == AND else form + key
                plural = form.endswith("s") and form[:-1] in self.register.spelled
                if plural or form in self.register.spelled or written in self.register.spelled or end == start + 1:
                    found.append((start, end))
        return sorted(found, key=lambda span: (span[0] - span[1], span[0]))

    def _misspelled(self) -> Iterator[Mention]:
        """At most so many words that nothing explains are looked at: a text cannot make this long."""
        likely = [at for at in range(len(self.words)) if at not in self.taken and self._strange(at)]
        strange = sorted(likely, key=lambda at: self.words[at].key in english())[:SLIPS]
        for length in range(5, 0, -1):
            for at in strange:
                for start in range(max(0, at - length + 1), min(at, len(self.words) - length) + 1):
                    if named := self._slipped(start, start + length):
                        yield self._mention(start, start + length, named)

    def _strange(self, at: int) -> bool:
        """Whether a word is explained by nothing; a word in capitals that English has may be half of a name."""
        word = self.words[at]
        if not word.key.isalpha() or word.key in trailing() or len(word.key) < 3:
            return False
        return word.key not in everyday() or (self.setting.cased and word.capital and not word.apart)

    def _mention(self, start: int, end: int, named: Found) -> Mention:
        how, pks = named
        close = self.setting.closed(self._goes_on(start, end, pks))
        self.taken.update(range(start, close))
        first, last = self.words[start], self.words[close - 1]
        filers = tuple(self.register.filers[pk] for pk in self._closest(pks, start, close))
        return Mention(first.start, last.end, self.text[first.start : last.end], filers, how)

    def _goes_on(self, start: int, end: int, pks: tuple[int, ...]) -> int:
        """Up to where the words behind are more of the one filer's name: no name of another has them ("KPH Hinges")."""
        last = min(self.reach[start], start + LONGEST)
        free = next((at for at in range(end, last) if at in self.taken), last)
        forms = [self.register.forms[how] for how in (How.EXACT, How.FORMER, How.PART)]
        for at in range(free, end, -1):
            form = joined([word.key for word in self.words[start:at]])
            if len(pks) == 1 and self._ends_there(start, at) and any(one.get(form) == pks for one in forms):
                return at
        return end

    def _closest(self, pks: tuple[int, ...], start: int, close: int) -> tuple[int, ...]:
        """Of filers of one name those whose legal form is written too ("Hinge plc"), if any."""
        said = [word.key for word in self.words[start:close]]
        own = [pk for pk in pks if [token.key for token in tokens(self.register.filers[pk].name)] == said]
        return tuple(sorted(own or pks))

    def _called(self, start: int, end: int) -> Found | None:
        """The filers that exactly these words name here."""
        words = self.words[start:end]
        if words[0].key == AND or words[-1].key == AND:
            return None
        form = joined([word.key for word in words])
        return self._as_name(start, end, form) or self._as_short(start, end)

    def _as_name(self, start: int, end: int, form: str) -> Found | None:
        """By name, former name or first words; a possessive may have lost its mark ("Hinges revenue")."""
        for written in (form, form[:-1]) if self._plural(end) else (form,):
            for how in (How.EXACT, How.FORMER, How.PART, How.CUT):
                pks = self._fitting(self.register.forms[how].get(written, ()), start, end)
                pks = pks if self._ends_there(start, end) else self._possessive_itself(pks)
                if how is How.CUT and self.register.names(self.words[start].key):
                    continue  # "Intl Mills", where another is called Intl
                if pks and self._stands(start, end, pks, whole=how is not How.PART):
                    return how, pks
        return None

    def _ends_there(self, start: int, end: int) -> bool:
        """Not within a name that has no possessive of its own: "Kelp's Health Care" is no "Kelp Health"."""
        return not any(word.possessive for word in self.words[start : end - 1])

    def _possessive_itself(self, pks: tuple[int, ...]) -> tuple[int, ...]:
        filers = (self.register.filers[pk] for pk in pks)
        return tuple(
            one.pk for one in filers if any("'" in written or "’" in written for written in (one.name, *one.aliases))
        )

    def _plural(self, end: int) -> bool:
        word = self.words[end - 1]
        return not word.possessive and word.key.endswith("s") and len(word.key) > 3 and word.key[:-1] not in everyday()

    def _fitting(self, pks: tuple[int, ...], start: int, end: int) -> tuple[int, ...]:
        """Numbers and words such as "in" are no pieces of a name that was pulled apart: "in gots" is no Ingots."""
        if len(pks) > MOST:
            return ()
        if end - start == 1:
            return pks
        small = {word.key for word in self.words[start:end] if word.key in SILENT or word.key.isdigit()}
        return tuple(pk for pk in pks if small <= self.register.words_of(pk)) if small else pks

    def _stands(self, start: int, end: int, pks: tuple[int, ...], *, whole: bool) -> bool:
        article = any(pk in self.register.articled for pk in pks)
        return self.setting.stands(start, end, whole=whole, article=article)

    def _as_short(self, start: int, end: int) -> Found | None:
        """By ticker, initials or a blend of the first words."""
        words = self.words[start:end]
        if any(len(word.key) > 1 for word in words) and len(words) > 1 and not self._ticker_class(words):
            return None
        written = "".join(word.key for word in words)
        if written.upper() in FINANCE:
            return None
        for how in (How.TICKER, How.SHORT):
            pks = self.register.forms[how].get(written, ())
            if pks and len(pks) <= MOST and self._abbreviates(start, end, written):
                return how, pks
        return self._blended(words[0], written) if len(words) == 1 else None

    def _ticker_class(self, words: Sequence[Token]) -> bool:
        """ "BRK.B": a class of shares behind the ticker."""
        return len(words) == 2 and words[1].glued and len(words[1].key) == 1 and words[0].text.isupper()

    def _abbreviates(self, start: int, end: int, written: str) -> bool:
        """Whether letters are written as an abbreviation: in capitals, with a sign, or as no word there is."""
        words = self.words[start:end]
        if words[0].before.endswith("$"):
            return True
        if AND in written or (len(written) == 3 and written[1] == "n" and written not in english()):
            return True
        if len(written) < 2 or self._joined_up(start, end):
            return False
        if self.setting.cased and all(word.text.isupper() for word in words):
            return True
        if written in SILENT or written in everyday():
            return False
        if len(written) == 2:
            return words[-1].possessive or self.setting.placed(start, end)
        return len(written) == 3 or written not in english()

    def _joined_up(self, start: int, end: int) -> bool:
        """Whether a hyphen or an "&" makes the letters a piece of something else ("S-K", "A&GSM")."""
        before, behind = self.words[start], self.words[end] if end < len(self.words) else None
        if before.glued and start and (before.before != "." or self.words[start - 1].key == AND):
            return True
        return behind is not None and behind.key == AND and behind.text != "and" and behind.glued

    def _blended(self, word: Token, written: str) -> Found | None:
        """ "ExMi" with its hump, or one of the usual lengths ("Exmi"), where only one filer can be meant."""
        if len(written) < 4 or written in english():
            return None
        hump = next((at for at, letter in enumerate(word.text) if at and letter.isupper()), 0)
        humps = (hump,) if hump and self.setting.cased and not word.text.isupper() else BLENDED_AT.get(len(written), ())
        pks = {pk for at in humps for pk in self.register.blends.get(f"{written}:{at}", ())}
        return (How.SHORT, tuple(pks)) if len(pks) == 1 else None

    def _slipped(self, start: int, end: int) -> Found | None:
        words = self.words[start:end]
        form = joined([word.key for word in words])
        apart = end > self.reach[start] or any(word.possessive for word in words[:-1])
        if apart or not self.taken.isdisjoint(range(start, end)) or len(form) < FREE - 2 or not self._may_slip(words):
            return None
        pks = self._fitting(self.register.misspelled(form), start, end)
        return (How.TYPO, pks) if pks and self._stands(start, end, pks, whole=True) else None

    def _may_slip(self, words: Sequence[Token]) -> bool:
        """Of words that English has, only names in capitals of several words are taken for misspelled."""
        if any(word.key in SILENT or word.key == AND for word in (words[0], words[-1])):
            return False
        if any(word.key not in english() and word.key.isalpha() for word in words if word.key != AND):
            return len(words) > 1 or words[0].key not in everyday()
        said = [word for word in words if word.key != AND]
        size = sum(len(word.key) for word in said)
        if len(said) < 2:
            return False
        capital = self.setting.cased and all(word.capital for word in said) and size > FREE
        return capital or (size > LONG and not any(word.key in everyday() for word in said))


BLENDED_AT = {4: (2,), 5: (3,)}  # "ExMi", "ExaMi": where the second word begins when no capital tells

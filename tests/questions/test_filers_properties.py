"""What holds of any name: every way to write it that we promise finds it; a name unlike it never does."""

import string

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from apps.questions.filers import Filer, Register
from apps.questions.name_slips import one_slip
from apps.questions.name_vocabulary import english, listed

HEADS = ("br", "cr", "d", "f", "gl", "k", "m", "p", "qu", "s", "st", "t", "tr", "v", "w", "z")
VOWELS = ("a", "e", "i", "o", "u", "ae", "oo")
TAILS = ("b", "ck", "d", "ff", "l", "m", "n", "rk", "sk", "t", "v", "x", "zz")
FORMS = (
    ", Inc.",
    " Inc",
    " Corporation",
    " Corp.",
    " Co.",
    " Company",
    " Holdings, Inc.",
    " plc",
    " N.V.",
    " & Co.",
    "",
)
KINDS = listed("kinds") | listed("legal") | listed("silent")

syllable = st.tuples(*map(st.sampled_from, (HEADS, VOWELS, TAILS))).map("".join)
coined = st.tuples(syllable, syllable, syllable).map("".join).filter(lambda word: word not in english())
form = st.sampled_from(FORMS)
asked = st.sampled_from(
    (
        "What was {}'s revenue in FY2022?",
        "How much did {} spend in 2021?",
        "{} net income 2022",
        "Compare {} with peers",
    )
)


def found(register: Register, text: str) -> list[set[int]]:
    return [{filer.pk for filer in mention.filers} for mention in register.mentions(text)]


def slips(word: str) -> st.SearchStrategy[str]:
    """`word` with one letter left out, doubled, changed, or exchanged with its neighbour, behind the first."""
    at = st.integers(min_value=1, max_value=len(word) - 2)
    letter = st.sampled_from(string.ascii_lowercase)
    return st.tuples(st.sampled_from("odce"), at, letter).map(lambda slip: _slip(word, *slip))


def _slip(word: str, kind: str, at: int, letter: str) -> str:
    here, there = word[at], word[at + 1]
    changed = {"o": there, "d": here * 2 + there, "c": letter + there, "e": there + here}[kind]
    return word[:at] + changed + word[at + 2 :]


@settings(max_examples=150, deadline=None)
@given(coined, form, asked, st.sampled_from((str, str.title, str.upper)))
def test_one_word_with_any_legal_form_in_any_case(word: str, legal: str, asked: str, case: type[str]) -> None:
    register = Register.of([Filer(1, f"{word.title()}{legal}")])
    for name in (word, f"{word}.com", f"the {word}", f"{word} inc"):
        assert found(register, asked.format(case(name))) == [{1}]


@settings(max_examples=150, deadline=None)
@given(coined, coined, form, asked, st.sampled_from((" ", "-", "", " & ", " and ", "'s ")))
def test_two_words_however_they_are_joined(one: str, two: str, legal: str, asked: str, joint: str) -> None:
    assume(one != two and not one_slip(one, two))
    register = Register.of([Filer(1, f"{one.title()}{joint}{two.title()}{legal}")])
    plain = joint if joint == "'s " else " "
    joints = {" ", "-", "", plain} | ({" & ", " and ", "&", " n "} if joint in {" & ", " and "} else set())
    for by in joints:
        for name in (f"{one}{by}{two}", f"{one}{by}{two}".title()):
            assert found(register, asked.format(name)) == [{1}], name


@settings(max_examples=100, deadline=None)
@given(coined, coined, form)
def test_the_first_letters_of_two_joined_names(one: str, two: str, legal: str) -> None:
    a, b = one[0].upper(), two[0].upper()
    assume(f"{a}&{b}" not in listed("finance") and f"{a}{b}" not in listed("finance"))
    register = Register.of([Filer(1, f"{one.title()} & {two.title()}{legal}")])
    for name in (f"{a}&{b}", f"{a} & {b}", f"{a}n{b}", f"{a} and {b}", f"{a}&{b}".lower()):
        assert found(register, f"What was the revenue of {name} in 2022?") == [{1}], name


@settings(max_examples=150, deadline=None)
@given(st.data(), coined, form, asked)
def test_one_slip_is_mended(data: st.DataObject, word: str, legal: str, asked: str) -> None:
    assume(len(word) >= 8)
    wrong = data.draw(slips(word))
    assume(wrong != word and wrong not in english() and wrong.rstrip("s") != word)
    register = Register.of([Filer(1, f"{word.title()}{legal}")])
    assert found(register, asked.format(wrong)) == [{1}]
    assert found(register, asked.format(wrong.title())) == [{1}]


@settings(max_examples=150, deadline=None)
@given(st.lists(coined, min_size=4, max_size=12, unique=True), coined, form, asked)
def test_a_name_that_resembles_none_names_none(held: list[str], other: str, legal: str, asked: str) -> None:
    pairs = list(zip(held[::2], held[1::2], strict=False))
    register = Register.of(Filer(n, f"{a.title()} {b.title()}{legal}") for n, (a, b) in enumerate(pairs))
    assume(all(not name.startswith(other) and not other.startswith(name) for pair in pairs for name in pair))
    assume(not any(one_slip(other, name) or one_slip(other.rstrip("s"), name) for a, b in pairs for name in (a, a + b)))
    for name in (other, other.title(), f"{other.title()} Instruments", f"{other.title()} & {held[0].title()}"):
        assert found(register, asked.format(name)) == [], name


@settings(max_examples=100, deadline=None)
@given(coined, coined, st.sampled_from(sorted(listed("kinds") - {"hotels"})), asked)
def test_a_first_word_shared_with_an_unknown_company_names_nobody(one: str, two: str, kind: str, asked: str) -> None:
    register = Register.of([Filer(1, f"{one.title()} {two.title()}, Inc.")])
    assert found(register, asked.format(f"{one.title()} {kind.title()}")) == []


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_no_text_makes_it_fail_and_every_mention_is_a_piece_of_it(text: str) -> None:
    register = Register.of(
        [Filer(1, "Jones & Jubilee", ("7Q N.V.",), "JJ"), Filer(2, "Best Lanterns Co., Inc.", (), "B")]
    )
    for mention in register.mentions(f"{text} J&J best lanterns {text}"):
        whole = f"{text} J&J best lanterns {text}"
        assert whole[mention.start : mention.end] == mention.text
        assert mention.filers


@settings(max_examples=200, deadline=None)
@given(st.text(min_size=1, max_size=60))
def test_no_name_makes_the_register_fail(name: str) -> None:
    Register.of([Filer(1, name, (name[::-1],), name[:6])]).mentions(f"What was {name} revenue?")

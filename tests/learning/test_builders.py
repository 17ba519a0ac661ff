"""Builders: which questions they make of sentences and rows, and which texts do not answer them."""

import json
import lzma
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

from apps.answers.judge.numbers import marked_numbers
from apps.answers.sources.candidate import Candidate, CandidateKind, Span
from apps.learning.builders import numbers, prose, public, public_numbers, readers, rows
from apps.learning.builders.filed import Filed, Said
from apps.learning.builders.kinds import KINDS
from apps.learning.builders.rows import Line
from apps.learning.groups import Grade, Group
from apps.questions.slots import Filer

TEXTS = (
    "Net sales of lanterns decreased 4% to $310 million, primarily due to a strike at the Dalby foundry that lasted.",
    "Net sales of lanterns are recognized when control of the goods passes to the customer at the port of loading.",
    "Sales of lanterns are made through distributors in the north and through our own shops in the south.",
    "On March 3, 2021, we completed the acquisition of Brackenfold Foundry for $84 million in cash.",
    "The Brackenfold Foundry casts frames for lanterns and has done so since the time of its founder.",
    "Our workforce: we had approximately 4,120 employees at the end of the year, most of them in the north.",
    "Weather may differ from year to year and we cannot say by how much it will do so in any of them.",
)


def filed(name: str = "Quillmark Works, Inc.", year: int = 2021) -> Filed:
    said = [Said(at, text, "Results", (3, 100 * at, 100 * at + len(text))) for at, text in enumerate(TEXTS)]
    return Filed(name, "QLM", year, "FY", "10-K", "QUILLMARK_2021", "ab" * 32, said)


def made(seed: int = 1) -> list[tuple[str, tuple[str, ...], tuple[int, ...]]]:
    other = filed("Harrowgate plc")
    found = prose.groups(filed(), [other], random.Random(seed), 40)
    return [(one.question, one.texts, one.grades) for one in found]


def test_a_sentence_that_gives_a_reason_answers_why() -> None:
    whys = [one for seed in range(6) for one in made(seed) if "lanterns" in one[0] and "strike" in one[1][0]]
    assert whys and any(one[2][0] == Grade.ANSWERS for one in whys)
    for _, texts, grades in whys:
        assert all(grade != Grade.ANSWERS for grade in grades[1:])
        assert len(set(texts)) == len(texts)


def test_texts_say_of_whom_and_of_when_they_are() -> None:
    texts = [text for seed in range(6) for _, texts, _ in made(seed) for text in texts]
    assert all("2021" in text[:60] or "20" in text[:60] for text in texts)
    assert any(text.startswith("Quillmark Works, Inc. FY 2021. Results. ") for text in texts)


def test_the_same_sentence_of_another_year_is_a_wrong_answer() -> None:
    moved = [text for seed in range(8) for _, texts, _ in made(seed) for text in texts[1:] if "strike" in text]
    assert any("FY 2021" not in text and "Quillmark" in text for text in moved)


def test_a_part_of_the_questions_has_no_answer() -> None:
    answered = Counter(Grade.ANSWERS in grades for seed in range(12) for _, _, grades in made(seed))
    assert answered[False] and answered[True] > answered[False]


def test_the_same_seed_makes_the_same() -> None:
    assert made(3) == made(3)


def test_kinds_know_their_sentences() -> None:
    known = {kind.name for kind in KINDS for text in TEXTS if kind.pattern.search(text)}
    assert {"reason", "policy", "deal", "price", "people"} <= known


def line(label: str, company: str, years: tuple[int, ...], table: int = 1, filing: int = 1) -> Line:
    values = ", ".join(f"7 in fiscal {year}" for year in years)
    return Line(label, f"{company} {filing}. {label}: {values}", frozenset(years), table, "income", filing, company)


def test_a_row_answers_for_its_own_years_and_filer_alone() -> None:
    of = [
        line("Net sales", "Quillmark, Inc.", (2020, 2021)),
        line("Cost of sales", "Quillmark, Inc.", (2020, 2021)),
        line("Net sales", "Quillmark, Inc.", (2017, 2018), 2, 2),
        line("Net sales", "Harrowgate plc", (2020, 2021), 3, 3),
        line("Net sales", "Quillmark, Inc.", (2021, 2022), 4, 4),
    ]
    for group in rows.groups(of, random.Random(2), 5):
        assert group.grades[0] == Grade.ANSWERS and Grade.ANSWERS not in group.grades[1:]
        if "2021" in group.question and group.company == "Quillmark, Inc." and "net sales" in group.question:
            assert not [
                text for text in group.texts[1:] if "Quillmark, Inc." in text and "Net sales" in text and "2021" in text
            ]


def test_public_rows_leave_out_what_is_for_development(tmp_path: Path) -> None:
    told = [
        {"question": "q1", "positives": ["a"], "negatives": ["b", "c"], "split": "train", "source": "Open"},
        {"question": "q2", "positives": ["a"], "negatives": ["b"], "split": "dev", "source": "Open"},
        {"question": "q3", "positives": ["a"], "negatives": [], "split": "train", "source": "Open"},
    ]
    with lzma.open(tmp_path / "open.jsonl.xz", "wt") as out:
        out.write("\n".join(map(json.dumps, told)))
    (group,) = public.groups(tmp_path / "open.jsonl.xz", random.Random(1), 9)
    assert (group.question, group.origin, group.grades) == ("q1", "Open", (3, 0, 0))


HANDED_IN = {
    "document": "QUILLMARK_2021",
    "question": "what hit QLM lantern sales, does QLM say?",
    "answer_sentence": TEXTS[0].replace(" ", "  "),
    "supporting": [],
    "near_misses": [TEXTS[1], "Nobody said this."],
    "type": "reason",
}


def test_what_readers_wrote_is_kept_by_place_and_without_the_filers_name(tmp_path: Path) -> None:
    lost: Counter[str] = Counter()
    unknown = [HANDED_IN | {"document": "OTHER"}, HANDED_IN | {"answer_sentence": "Nobody said this."}]
    written = list(readers.located([HANDED_IN, *unknown], {"QUILLMARK_2021": filed()}, lost))
    readers.write(written, tmp_path / "kept.jsonl.xz")
    kept = lzma.decompress((tmp_path / "kept.jsonl.xz").read_bytes()).decode()

    assert lost == {"filing not held": 1, "sentence not found": 1}
    assert "strike" not in kept and "what hit {company} lantern sales, does {company} say?" in kept
    (group,) = readers.groups(readers.read(tmp_path / "kept.jsonl.xz"), {"ab" * 32: filed()}, random.Random(1))
    assert group.question.startswith("what hit Q") and group.question.count("Q") == 2 and "{" not in group.question
    assert group.texts[0].endswith(TEXTS[0]) and group.grades[:2] == (Grade.ANSWERS, Grade.TOPIC)
    assert not list(readers.groups(readers.read(tmp_path / "kept.jsonl.xz"), {}, random.Random(1)))


def test_readers_questions_are_asked_of_quotations_and_passages_that_hold_the_answer_once() -> None:
    far = [Said(at, f"Lantern sales of shop {at} fell in the year.", "Results", (4, at, at + 1)) for at in range(7, 30)]
    filing = filed()
    filing.said += far
    written = [
        readers.Written("Why did sales of lanterns fall?", "ab" * 32, filing.said[0].place, (), ((3, 100, 209),))
    ]
    for share, shown in (({"quoted": 1.0}, TEXTS[:4]), ({"passages": 1.0}, TEXTS[:3])):
        (group,) = readers.groups(written, {"ab" * 32: filing}, random.Random(1), **share)
        assert " ".join(shown) in group.texts[0] and TEXTS[len(shown)] not in group.texts[0]
        assert len(group.texts) > 2 and not any(TEXTS[0] in text for text in group.texts[1:])


def test_a_quotation_of_long_sentences_keeps_those_nearest() -> None:
    filing = filed()
    filing.said[:] = [replace(one, text=one.text[:20] * 15) for one in filing.said]
    assert filing.said[3].text in filing.quotation(filing.said[3]) and len(filing.quotation(filing.said[3])) < 1100


def test_a_ticker_inside_a_word_is_no_filers_name() -> None:
    assert readers.without_name("QLMart's lamps, are they qlm's?", filed()) == "QLMart's lamps, are they {company}'s?"
    assert readers.without_name("Who makes lamps?", filed()) == "Who makes lamps?"


def test_what_was_kept_before_stays_first_and_a_question_is_kept_once() -> None:
    of = {"QUILLMARK_2021": filed()}
    first, other = readers.located([HANDED_IN, HANDED_IN | {"question": "Who casts frames?"}], of, Counter())
    (again,) = readers.located([HANDED_IN | {"type": "driver"}], of, Counter())
    assert readers.joined([first], [other, again]) == [first, other]


TOLD = (
    "Sales of lanterns were $310 million in 2021 and $298 million in 2020, or $310.0 million at constant rates.",
    "Sales of lanterns by our own shops were $120 million in 2021.",
    "As said above, lanterns brought sales of $310 million in 2021, 12% of them abroad.",
    "Lanterns: 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21 and 22 of each kind of sales.",
)


def with_numbers() -> Filed:
    said = [Said(at, text, "Results", (3, 1000 * at, 1000 * at + len(text))) for at, text in enumerate(TOLD)]
    return Filed("Quillmark Works, Inc.", "QLM", 2021, "FY", sha256="ab" * 32, said=said)


def asked(number: int, sentence: int = 0) -> numbers.AskedNumber:
    place = with_numbers().said[sentence].place
    return numbers.AskedNumber("How high were {company}'s sales of lanterns?", "ab" * 32, place, number)


def numbered(*of: numbers.AskedNumber) -> list[Group]:
    return list(numbers.groups(of, {"ab" * 32: with_numbers()}, random.Random(1)))


def test_a_number_answers_against_others_of_its_sentence_and_of_near_ones_but_not_the_same_value() -> None:
    (group,) = numbered(asked(0))
    answer, *wrong = [text.removeprefix("Quillmark Works, Inc. FY 2021. Results. ") for text in group.texts]
    assert answer.startswith("Sales of lanterns were « $310 million » in 2021 and $298 million")
    assert [text[text.index("«") :][:15] for text in wrong] == ["« $298 million ", "« $120 million "]
    assert group.grades == (Grade.ANSWERS, Grade.OFF_TOPIC, Grade.OFF_TOPIC)
    assert group.company == "Quillmark Works, Inc." and "{" not in group.question


def test_a_marked_sentence_is_worded_as_it_is_when_a_question_is_asked() -> None:
    filer, period = Filer(uuid4(), "Quillmark Works, Inc."), Span(12, None, 2021, "FY 2021")
    candidate = Candidate(CandidateKind.SENTENCE, TOLD[0], above=("Item 7", "Results"), period=period, filer=filer)
    texts = [group.texts[0] for group in numbered(asked(0), asked(1), asked(2))]
    assert texts == [one.text for one in marked_numbers(candidate)]


def test_what_was_read_otherwise_or_has_too_many_numbers_is_no_question_for_a_number() -> None:
    assert not numbered(asked(3), asked(0, sentence=3))
    assert not list(numbers.groups([asked(0)], {}, random.Random(1)))


def test_questions_for_numbers_are_kept_by_place(tmp_path: Path) -> None:
    numbers.write([asked(0), asked(1)], tmp_path / "kept.jsonl.xz")
    assert list(numbers.read(tmp_path / "kept.jsonl.xz")) == [asked(0), asked(1)]
    kept = list(numbers.read())
    assert len(kept) == len({(one.filing, one.question.lower()) for one in kept}) == 4505


def marked_rows(tmp_path: Path, **row: object) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    usual = {"question": "q", "negatives": ["rent: 77 ; wages: 900"], "split": "train", "source": "Open"}
    with lzma.open(tmp_path / "open.jsonl.xz", "wt") as out:
        out.write(json.dumps(usual | row))
    found = list(public_numbers.groups(tmp_path / "open.jsonl.xz", random.Random(1), 9))
    assert all(one.origin == "Open, numbers marked" for one in found)
    return [(one.texts, one.grades) for one in found]


def test_of_public_rows_the_number_that_is_the_answer_is_right(tmp_path: Path) -> None:
    ((texts, grades),) = marked_rows(tmp_path, positives=["sales : 2019  900 ; 2018 850"], answer="$900 million")
    assert texts[0] == "sales : 2019 « 900 » ; 2018 850" and grades == (3, 0, 0)
    assert {text[text.index("«") :][:6] for text in texts[1:]} == {"« 850 ", "« 77 »"}


def test_of_public_rows_the_only_pair_of_which_the_answer_is_made_is_right(tmp_path: Path) -> None:
    positives = ["sales rose to $ 1,020 from $ 850", "in all 40 shops"]
    ((texts, grades),) = marked_rows(tmp_path, positives=positives, answer="20%")
    assert grades[:2] == (3, 3) and Grade.ANSWERS not in grades[2:]
    assert ["« $ 1,020 »" in texts[0], "« $ 850 »" in texts[1]] == [True, True]
    assert not marked_rows(tmp_path, positives=[*positives, "costs rose to 120 from 100"], answer="20%")
    assert not marked_rows(tmp_path, positives=positives, answer="yes")
    assert not marked_rows(tmp_path, positives=positives, answer="20%", split="dev")

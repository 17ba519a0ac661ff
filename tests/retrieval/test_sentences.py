import uuid

import pytest

from apps.answers.modelled.replies import sentences
from apps.answers.sources import passages
from apps.answers.sources.evidence import Evidence, Filing, Passage
from apps.answers.tools.pages import bounds
from apps.questions.names import NoRegister
from apps.questions.reader import read
from apps.retrieval.found import Found, SearchResult, SearchTrace
from apps.retrieval.sentences import sentences_around, split_sentences, whole_sentences

PAGE = "XX Sales rose by 4.5 percent in the U.S. market. Costs of Quill Inc. fell by half in the year.\nYY"


def test_offsets_are_those_of_the_page() -> None:
    start, end = 3, len(PAGE) - 3
    sentences = split_sentences(7, PAGE[start:end], [[2, start, end]])

    assert [PAGE[one.start : one.end] for one in sentences] == [one.text for one in sentences]
    assert [one.text for one in sentences] == [
        "Sales rose by 4.5 percent in the U.S. market.",
        "Costs of Quill Inc. fell by half in the year.",
    ]
    assert {one.page for one in sentences} == {2}


def test_spans_of_several_pages_keep_their_own_offsets() -> None:
    first, second = "The first page ends with this sentence.", "The second page begins with that one."
    sentences = split_sentences(1, f"{first}\n{second}", [[0, 100, 100 + len(first)], [1, 5, 5 + len(second)]])

    assert [(one.page, one.start, one.text) for one in sentences] == [(0, 100, first), (1, 5, second)]


@pytest.mark.parametrize(
    "text", ["Too short.", "Revenue 2017 2016 2015 $7,301 $5,854 $4,795 Gross profit $6,291 $5,034", "word " * 300]
)
def test_what_is_no_sentence_is_left_out(text: str) -> None:
    assert split_sentences(1, text, [[0, 0, len(text)]]) == []


@pytest.mark.parametrize(
    "text",
    [
        "A replay can be heard until 11:59 p.m. ET on March 23, 2023 on our site.",
        "Doors open at 9:00 a.m. (Eastern Time) on the day of the meeting.",
        "The call begins at 8 a.m. Thursday and is open to everyone.",
        "Quill v. Brambleholt Mills was settled in the spring of the year.",
        "Mr. Reed and Anna L. Vane, the successor of Dr. J. Holt, left the board of the foundry.",
        "Messrs. Reed and Vane left the board of the foundry.",
        "Freight cost approx. $4 million, avg. 12% above the year before.",
        "Our yard is at 4 Dock Rd. Northport, close to the lighthouse.",
    ],
)
def test_an_abbreviation_ends_no_sentence(text: str) -> None:
    assert [one.text for one in split_sentences(1, text, [[0, 0, len(text)]])] == [text]
    assert whole_sentences(text) == [text]
    assert [text[first:last] for first, last in bounds(text, 0, len(text))] == [text]
    assert [one for one, _ in sentences(f"{text[:-1]} [1].")] == [text]


def test_an_hour_ends_a_sentence_before_the_next() -> None:
    text = "The meeting of holders begins at 5:30 p.m. The board asks all holders to come."

    assert [one.text for one in split_sentences(1, text, [[0, 0, len(text)]])] == [
        "The meeting of holders begins at 5:30 p.m.",
        "The board asks all holders to come.",
    ]


def test_the_mark_of_a_point_is_no_part_of_its_sentence() -> None:
    text = "• Freight costs fell by half in the year.\n\n- Repairs of ferries took longer than before."
    sentences = split_sentences(1, text, [[0, 10, 10 + len(text)]])

    assert [one.text for one in sentences] == [
        "Freight costs fell by half in the year.",
        "Repairs of ferries took longer than before.",
    ]
    assert [text[one.start - 10 : one.end - 10] for one in sentences] == [one.text for one in sentences]


def test_only_whole_sentences_around_a_table_are_read() -> None:
    text = (
        "The stockholders elected Anna Quill and Bram Holt as directors. The votes were\n"
        "Name\tFor\tAgainst\nAnna Quill\t400\t12.\n"
        "The foundry is part of our harbour segment."
    )
    sentences = sentences_around(1, text, [[4, 10, 10 + len(text)]])

    assert [one.text for one in sentences] == [
        "The stockholders elected Anna Quill and Bram Holt as directors.",
        "The foundry is part of our harbour segment.",
    ]
    assert all(text[one.start - 10 : one.end - 10] == one.text and one.page == 4 for one in sentences)


def test_the_scene_before_a_question_tells_which_sentences_are_judged() -> None:
    text = "Quill closed the brewery in Northport after a fire. Rents fell by a tenth in the same quarter."
    found = Found(1, 1, uuid.uuid4(), "Quill 2022", 0, (0,), "text", text, (), 1, 1.0, {})
    passage = Passage(found, ((0, 0, len(text)),))
    filing = Filing(1, "Quill 2022", "", 2022)
    evidence = Evidence(SearchResult((found,), SearchTrace("", (), 1, 1)), (filing,), (passage,))
    query = read("The brewery in Northport burned down in 2022. What did it do then?", NoRegister()).query

    told = passages.sentences(evidence, query, passages=5)
    assert [one.candidate.text for one in told] == [text.split(" Rents")[0]]


def test_what_is_said_adds_up_the_same_in_any_order() -> None:
    """Sets of words have another order in each process, and a replay elsewhere compares to the last bit."""
    words = "kilns glaze cobalt porcelain tunnels humidity apprentices quarry furnace clay"
    text = f"The {words} of Quill burned."
    found = Found(1, 1, uuid.uuid4(), "Quill 2022", 0, (0,), "text", text, (), 1, 1.0, {})
    evidence = Evidence(
        SearchResult((found,), SearchTrace("", (), 1, 1)),
        (Filing(1, "Quill 2022", "", 2022),),
        (Passage(found, ((0, 0, len(text)),)),),
    )
    query = read(f"Why did the {words} of Quill burn in 2022?", NoRegister()).query
    assert sum([0.1] * 10) < 1.0
    (told,) = passages.sentences(evidence, query, passages=5)
    assert told.covers == 1.0

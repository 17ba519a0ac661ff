"""What the parser learns to write of a question is what is read of it."""

from hypothesis import given, settings

from apps.learning.training.parser_pieces import pieces
from apps.questions.expressions import Item, Ratio, Row
from apps.questions.labels import NoLabels
from apps.questions.query import Intent, Query
from apps.questions.semantic import sentences, source
from apps.questions.sentence import sentence
from apps.questions.tokens import Word
from apps.questions.written import written
from tests.questions.registers import REGISTER
from tests.questions.test_written import QUERIES, same


@given(QUERIES)
@settings(max_examples=200, deadline=None)
def test_pieces_tell_the_query_that_they_were_made_of(query: Query) -> None:
    """Where the question holds all of its words."""
    query = Query(Intent.FIGURE, query.measures, periods=query.periods, part=query.part)
    of = source(f"{sentence(query)} 2022 Q3 2021 2020", REGISTER)
    told = pieces(query, of)
    if told is None or (query.part and any("(" in sentence(Query(Intent.FIGURE, (one,))) for one in query.measures)):
        return
    at = {word.text: place for place, word in enumerate(of.words)}
    copied = [at.get(one.text, one.text) if isinstance(one, Word) else one for one in told]
    (text,) = sentences(copied, of) or ("",)
    found = written(text, REGISTER, NoLabels())
    assert found is not None, (text, told)
    assert same(found).measures == same(query).measures and same(found).part == same(query).part


def test_every_measure_has_a_piece() -> None:
    of = source("x", REGISTER)
    for one in (Ratio("operating_margin"), Item("capital_expenditures"), Row("kiln fees")):
        assert pieces(Query(Intent.FIGURE, (one,)), of)

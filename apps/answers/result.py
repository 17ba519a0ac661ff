"""The object that pages, API and command line show: the shape of `Answer.result`."""

from typing import Any, NotRequired, TypedDict

from apps.answers.check.report import Validation
from apps.answers.compute.sheet import ShownSheet
from apps.answers.sources.shown_tool import ShownTool


class ShownRow(TypedDict):
    """A table row as shown. value is as printed; full is the exact number at full scale, as text.

    filer, part: whose figure it is, and of which segment, region or product; "" for the whole filer.
    """

    label: str
    period: str
    value: str
    units: str
    full: str
    unit: str
    citation: int
    filer: NotRequired[str]
    part: NotRequired[str]


class ShownGridRow(TypedDict):
    """citations: of each cell its label, 0 for a cell that is not cited."""

    label: str
    heading: bool
    marked: bool
    cells: list[str]
    citations: list[int]


class ShownGrid(TypedDict):
    """A table of a filing that answers as it stands. page: from 0."""

    title: str
    units: str
    columns: list[str]
    rows: list[ShownGridRow]
    source: str
    page: int | None


class OfferedTable(ShownGrid):
    """A table that comes closest, as it stands. citation: the label of its row that speaks most of what was asked."""

    citation: int


class ShownReading(TypedDict):
    """Another way in which the question may be meant, to choose. query: as `questions.query.as_json` gives it."""

    text: str
    reason: str
    query: dict[str, Any]


class ShownText(TypedDict):
    """A piece of the answer, with the label of the citation behind it (0 for the program's own words).

    citations: all labels behind a sentence that a model wrote, possibly none; other pieces do not have it.
    heading: the section of the filing that a quote stands in, where quotes of several sections are shown. core: what
    of an offered passage was found; the rest stands around it.
    """

    text: str
    citation: int
    citations: NotRequired[list[int]]
    heading: NotRequired[str]
    core: NotRequired[str]


class Searched(TypedDict):
    """What was looked through, for an answer that can be judged even when nothing was found."""

    documents: int
    passages: int
    terms: list[str]
    filters: dict[str, list[str]]
    relaxed: list[str]


class Result(TypedDict):
    """value is an exact decimal as text, in `unit`; null unless a single figure is the answer.

    sheet: how it was computed, null where nothing was. validation: how far it is borne out, and why.
    """

    answer: str
    parts: list[ShownText]
    rows: list[ShownRow]
    value: str | None
    unit: str | None
    sheet: ShownSheet | None
    documents: list[str]
    pages: list[list[str | int]]
    searched: Searched
    validation: Validation
    seconds: float
    tokens_in: int
    tokens_out: int
    tools: NotRequired[list[ShownTool]]
    reading: NotRequired[list[str]]  # uids of the documents that were still being read and that the answer waits for
    unclear: NotRequired[str]  # why a follow-up could not be completed; "" where it could
    read_as: NotRequired[str]  # how the question was read, in a sentence
    carried: NotRequired[list[str]]  # what a follow-up took from the conversation
    readings: NotRequired[list[ShownReading]]  # other readings
    grid: NotRequired[ShownGrid | None]  # the table that answers, as it stands
    tables: NotRequired[list[OfferedTable]]  # that come closest, where a figure was asked for and none was found
    memory: NotRequired[dict[str, Any] | None]  # the verified cell that answers, or those that are like it

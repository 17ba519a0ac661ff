"""The tools and the arguments of each, as a model is told of them."""

from datetime import date
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from apps.inference.language import Tool
from apps.questions.query import Shown

Short = Annotated[str, Field(max_length=200)]


class Exact(BaseModel):
    """These arguments and no others."""

    model_config = ConfigDict(extra="forbid")


class FindFilings(Exact):
    """Any of them may be empty."""

    company: Short = ""
    years: list[int] = Field(default=[], max_length=12)
    forms: list[Short] = Field(default=[], max_length=8)
    words: Short = ""


class Facts(Exact):
    """item: a key of the ontology (revenue, capital_expenditures) or words of a row's label."""

    company: Short
    item: Short
    years: list[int] = Field(default=[], max_length=12)
    filing: Short = ""


class Outline(Exact):
    """words: only headings and captions with one of them; empty for all."""

    filing: Short
    words: Short = ""


class Search(Exact):
    """exact: the words must stand there as they are. company, years, filing narrow it; each may be empty."""

    words: Annotated[str, Field(max_length=400)]
    exact: bool = False
    company: Short = ""
    years: list[int] = Field(default=[], max_length=12)
    filing: Short = ""


class ReadPages(Exact):
    """Pages first to last of a filing, as they are numbered in results; at most three."""

    filing: Short
    first: int = Field(ge=1)
    last: int = Field(ge=1)


class Calculate(Exact):
    """expression: + - * / ^ ( ) abs min max sum average over ids of cells and numbers. shown: "" or how it is told."""

    name: Short
    expression: Annotated[str, Field(max_length=600)]
    shown: Shown = Shown.AS_STATED
    decimals: int | None = Field(default=None, ge=0, le=6)


class Market(Exact):
    """on: a day (YYYY-MM-DD); of one without trade the last trading day before it."""

    company: Short
    on: date


class Events(Exact):
    """Each may be empty. years: in which they were filed."""

    company: Short = ""
    years: list[int] = Field(default=[], max_length=12)


class Memory(Exact):
    """words: of the question that was answered; years: fiscal years. Each but company may be empty."""

    company: Short
    words: Short = ""
    years: list[int] = Field(default=[], max_length=12)


class Notes(Exact):
    """words: all of them stand in the note."""

    words: Short


class Sentence(Exact):
    """One sentence of the answer, and the ids of the cells, sentences and calculations that bear it out."""

    text: Annotated[str, Field(max_length=600)]
    ids: list[Short] = Field(max_length=12)


class Submit(Exact):
    """missing: what of the question is not answered and where it was looked for; empty where nothing is missing."""

    answerable: bool
    sentences: list[Sentence] = Field(max_length=12)
    missing: Annotated[str, Field(max_length=600)] = ""


FIND_FILINGS = Tool("find_filings", "Filings that are held: id, company, form, period, pages.", FindFilings)
FACTS = Tool(
    "facts",
    "Figures of statements by item or label, for fiscal years: value, units, period, cell id, page, and whether what "
    "must add up does. Ask this before reading pages.",
    Facts,
)
OUTLINE = Tool("outline", "Headings and tables of a filing with their pages.", Outline)
SEARCH = Tool("search", "Passages by meaning and words, or by an exact phrase: page, sentences with ids.", Search)
READ_PAGES = Tool("read_pages", "The text of pages: sentences with ids, tables as grids with ids of cells.", ReadPages)
CALCULATE = Tool("calculate", "Computes an expression over ids of cells; its result has an id of its own.", Calculate)
SUBMIT = Tool("submit", "The answer: sentences with the ids behind each. Ends the work.", Submit)
MARKET = Tool("market", "The closing price of a company's share on a day, as a result with an id.", Market)
EVENTS = Tool("events", "Current reports (8-K) with the headings of their items, as sentences with ids.", Events)
MEMORY = Tool("memory", "Questions of a company that an expert verified the answer of, with the places behind.", Memory)
NOTES = Tool("notes", "Notes of the asker and of colleagues who share them; people's words, no filing's.", Notes)
BESIDE = (MARKET, EVENTS, MEMORY, NOTES)
READING = (FIND_FILINGS, FACTS, OUTLINE, SEARCH, READ_PAGES, CALCULATE)
ALL = (*READING, SUBMIT)

"""An answer prepared for its page: text pieces and rows with the citations behind them."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.conf import settings

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerState, Citation, Status
from apps.answers.presentation import visible_citations, visible_result, waiting_for
from apps.answers.run.being_read import FileRead
from apps.answers.run.own_settings import told
from apps.chat.models import Feedback, Message
from apps.chat.progress import Step, steps_of
from apps.chat.scoping import scope_words
from apps.chat.series import Series, series_of
from apps.chat.tool_sources import ToolSource, tool_sources

WHOLE, ENDS = 600, 240  # characters of a question that is shown whole; of each end of a longer one


class Piece(NamedTuple):
    """Words of an answer. citation: None for the program's own; heading: the section that a quote stands in, or "".

    further: the other sources of a sentence that a model wrote. core: what of an offered passage was found.
    """

    text: str
    citation: Citation | None
    heading: str = ""
    further: tuple[Citation, ...] = ()
    core: str = ""

    @property
    def around(self) -> tuple[str, str, str]:
        """What stands before the core, the core, and what stands behind it; all is core where none is told."""
        before, core, behind = self.text.partition(self.core) if self.core else ("", self.text, "")
        return (before, core, behind) if core else ("", self.text, "")

    @property
    def labels(self) -> tuple[int, ...]:
        return tuple(one.label for one in (self.citation, *self.further) if one)


class TableRow(NamedTuple):
    """cells: the text of each, with the citation behind it."""

    label: str
    heading: bool
    marked: bool
    cells: tuple[tuple[str, Citation | None], ...]


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table of a filing as it stands: it answers, or comes closest. citation: of its row that says most."""

    title: str
    units: str
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    source: str
    citation: Citation | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """Only what the viewer may see now; withheld: why words are missing, or ""."""

    answer: Answer
    text: str
    steps: tuple[Step, ...]
    citations: tuple[Citation, ...]
    parts: tuple[Piece, ...]
    rows: tuple[tuple[dict[str, Any], Citation | None], ...]
    withheld: str
    sheet: dict[str, Any] | None = None
    grid: ShownTable | None = None
    tables: tuple[ShownTable, ...] = ()  # that come closest
    readings: tuple[dict[str, Any], ...] = ()  # other ways in which it may be meant, to choose from, each with a key
    message: Message | None = None  # where it stands in its conversation
    tools: tuple[ToolSource, ...] = ()
    mine: bool = True
    series: tuple[Series, ...] = ()
    scope: tuple[str, ...] = ()  # what it was narrowed to, in words
    feedback: Feedback | None = None  # the viewer's
    reading: tuple[FileRead, ...] = ()  # the files that it waits for, as far as the viewer may see them

    @property
    def read_as(self) -> str:
        """How the question was read, for whoever asked it."""
        told = self.answer.result.get("read_as") or ""
        return told if isinstance(told, str) and self.mine else ""

    @property
    def own_settings(self) -> str:
        """Those of the pipeline that the question brought itself."""
        return told(self.answer.own_settings)

    @property
    def learned_from(self) -> bool:
        """Whether models may learn from what its asker says of it."""
        shared = self.message is not None and self.message.conversation.team_id is not None
        return bool(self.mine and settings.LEARN_FROM_USE and (shared or settings.LEARN_FROM_PRIVATE))

    @property
    def new_key(self) -> uuid.UUID:
        """Of a form beside the answer, against double sending."""
        return uuid.uuid4()

    @property
    def several_filers(self) -> bool:
        return len({row.get("filer", "") for row, _ in self.rows}) > 1

    @property
    def excerpt(self) -> tuple[str, str] | None:
        """The beginning and the end of a long question, which often says what is asked; None for a short one."""
        question = self.answer.question
        if len(question) <= WHOLE:
            return None
        first, last = " ".join(question[:ENDS].split()), " ".join(question[-ENDS:].split())
        return first.rsplit(" ", 1)[0], last.split(" ", 1)[-1]

    @property
    def put_off(self) -> bool:
        """Whether it waits for files, and can be asked again."""
        return self.answer.state == AnswerState.DONE and self.answer.status == Status.BEING_READ

    @property
    def waits(self) -> bool:
        """Whether one of these files is still being read."""
        return self.put_off and any(not one.ended for one in self.reading)

    @property
    def pending(self) -> bool:
        return self.answer.state in {AnswerState.QUEUED, AnswerState.WORKING}


def shown(answer: Answer, viewer: User) -> Shown:
    return shown_all([answer], viewer)[0]


def shown_all(answers: Sequence[Answer], viewer: User) -> list[Shown]:
    """Each answer as its page shows it, in a fixed number of queries however many they are."""
    citations, steps = visible_citations(answers, viewer), steps_of(answers, viewer)
    scopes, reading = scope_words(answers, viewer), waiting_for(answers, viewer)
    said = {one.answer_id: one for one in Feedback.objects.filter(answer__in=answers, reader=viewer)}
    found = Message.objects.filter(answer__in=answers).select_related("conversation")
    messages = {one.answer_id: one for one in found}
    return [
        replace(
            _shown(answer, viewer, citations.get(answer.pk, []), steps.get(answer.pk, ())),
            scope=tuple(scopes.get(answer.pk, ())),
            feedback=said.get(answer.pk),
            reading=reading.get(answer.pk, ()),
            message=messages.get(answer.pk),
        )
        for answer in answers
    ]


def _shown(answer: Answer, viewer: User, citations: list[Citation], steps: tuple[Step, ...]) -> Shown:
    by_label = {citation.label: citation for citation in citations}
    result = visible_result(answer, viewer, citations)
    return Shown(
        answer=answer,
        text=result.get("answer", ""),
        steps=steps,
        citations=tuple(citations),
        parts=tuple(
            Piece(
                piece["text"],
                by_label.get(piece["citation"]),
                piece.get("heading", ""),
                _further(piece, by_label),
                piece.get("core", ""),
            )
            for piece in result.get("parts", [])
        ),
        rows=tuple((row, by_label.get(row["citation"])) for row in result.get("rows", [])),
        withheld=result.get("withheld", ""),
        mine=answer.asker_id == viewer.pk,
        sheet=result.get("sheet"),
        grid=_grid(result["grid"], by_label) if result.get("grid") else None,
        tables=tuple(_grid(table, by_label) for table in result.get("tables") or ()),
        readings=_readings(result) if answer.asker_id == viewer.pk else (),
        tools=tool_sources(result),
        series=tuple(series_of(result.get("sheet"), result.get("rows", []))),
    )


def _further(piece: dict[str, Any], by_label: dict[int, Citation]) -> tuple[Citation, ...]:
    labels = (label for label in piece.get("citations", ()) if label != piece["citation"])
    return tuple(by_label[label] for label in labels if label in by_label)


def _readings(result: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """Each with a key of its own against double sending."""
    return tuple(one | {"key": uuid.uuid4()} for one in result.get("readings") or ())


def _grid(grid: dict[str, Any], by_label: dict[int, Citation]) -> ShownTable:
    rows = tuple(
        TableRow(
            row["label"],
            row["heading"],
            row["marked"],
            tuple((text, by_label.get(label)) for text, label in zip(row["cells"], row["citations"], strict=True)),
        )
        for row in grid["rows"]
    )
    cited = by_label.get(grid.get("citation", 0))
    return ShownTable(grid["title"], grid["units"], tuple(grid["columns"]), rows, grid["source"], cited)

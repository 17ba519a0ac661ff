"""A report as Markdown. Whatever comes from questions and documents is escaped: it can be no markup and no HTML."""

import re
from collections.abc import Iterator

from apps.chat.exporting.report import Entry, Report, Sheet

MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~])")
LIST = re.compile(r"^([^\S\n]*+)([-+]|\d+[.)])(\s)", re.MULTILINE)


def escaped(text: str) -> str:
    """On one line; characters that mean something to Markdown stand for themselves."""
    line = MARKUP.sub(r"\\\1", " ".join(text.split())).replace("&", "&amp;")
    return LIST.sub(lambda found: f"{found[1]}{_plain(found[2])}{found[3]}", line)


def _plain(mark: str) -> str:
    """ "-" as "\\-", "1." as "1\\."."""
    return mark[:-1] + "\\" + mark[-1]


def as_markdown(report: Report) -> bytes:
    lines = [f"# {escaped(report.title)}", "", escaped(report.made), ""]
    for entry in report.entries:
        lines.extend((f"## {escaped(entry.question)}", "") if report.heads(entry) else ())
        lines.extend(_entry(entry))
    return ("\n".join(lines).rstrip() + "\n").encode()


def _entry(entry: Entry) -> Iterator[str]:
    yield from (f"*{escaped(entry.status)} · {escaped(entry.asked)}*", "")
    for text in entry.paragraphs:
        yield from (escaped(text), "")
    for text, labels in entry.quotes:
        marks = "".join(f"\\[{label}\\]" for label in labels)
        yield from (f"> {escaped(text)} {marks}", "")
    for sheet in entry.sheets:
        yield from _table(sheet)
    if entry.sources or entry.tools:
        yield from ("### Sources", "")
        for source in entry.sources:
            place = f"{escaped(source.document)}, page {source.page}"
            yield f"- \\[{source.label}\\] [{place}]({source.address}): {escaped(source.quote)}"
        yield from (f"- {escaped(text)}" for text in entry.tools)
        yield ""


def _table(sheet: Sheet) -> Iterator[str]:
    yield from (f"### {escaped(sheet.title)}", "")
    yield "| " + " | ".join(map(escaped, sheet.head)) + " |"
    yield "|" + "|".join(" ---: " if place in sheet.figures else " --- " for place in range(len(sheet.head))) + "|"
    for row in sheet.rows:
        yield "| " + " | ".join(escaped(cell) for cell in row) + " |"
    yield ""

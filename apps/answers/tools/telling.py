"""What an answer that rests on tools says, in the program's words."""

from datetime import date

from apps.answers.tools.answer import ToolAnswer, ToolLine


def headline(answer: ToolAnswer) -> str:
    """The figures, then what to know of them, then what is missing."""
    told = [answer.telling, *(_sentence(line) for line in answer.lines), *answer.notes, *answer.missing]
    return " ".join(filter(None, told))


def in_words(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"


def _sentence(line: ToolLine) -> str:
    instead = f" (the last trading day up to {in_words(line.asked)})" if line.asked and line.asked != line.on else ""
    if line.since:
        return _change(line, instead)
    figures = f", on figures of fiscal {line.year}" if line.year and line.computed else ""
    when = f"at the close of {in_words(line.on)}{instead}{figures}"
    return f"{line.name} of {line.company} {when}: {line.stated.text}{marks(line)}."


def marks(line: ToolLine) -> str:
    """The labels of the results that the figure rests on, as they stand in a sentence."""
    labels = dict.fromkeys(one.label for _, one in line.worked.operands.drawn)
    return f" {''.join(f'[{label}]' for label in labels)}"


def _change(line: ToolLine, instead: str) -> str:
    since = in_words(line.since) if line.since else ""
    value = line.worked.quantity.value
    way = "rose" if value > 0 else "fell" if value < 0 else "changed"
    first, last = line.ends
    size = line.stated.text.replace("-", "")
    counted = ", counted in the shares of the first day" if len(line.worked.operands.drawn) > 2 else ""
    started = f"from {first} at the close of {since}"
    ended = f"to {last} at the close of {in_words(line.on)}{instead}"
    return f"The share price of {line.company} {way} by {size}, {started} {ended}{counted}{marks(line)}."

"""Programs over cells of one table (H4): changes, growth, shares, averages and sums, in `Decimal`."""

from apps.answers.table_questions import parts
from apps.answers.table_questions.asked import Asked, Kind
from apps.answers.table_questions.changes import Changes
from apps.answers.table_questions.gathered import Gathered
from apps.answers.table_questions.matching import Matcher
from apps.answers.table_questions.operands import Worked
from apps.answers.table_questions.shares import Shares
from apps.answers.table_questions.table import AskedTable


def worked_out(asked: Asked, table: AskedTable, matcher: Matcher) -> Worked | None:
    """The figure asked for with its cells; None where the table does not state what it needs."""
    named = parts.moments_asked(asked.named)
    if parts.is_over(asked.kind):
        return Shares(table, matcher).work(asked, named)
    if asked.kind in {Kind.GROWTH, Kind.CHANGE}:
        return Changes(table, matcher).work(asked, named)
    return Gathered(table, matcher).work(asked, named)

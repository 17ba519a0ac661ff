"""Which filings are held, and what stands where in one."""

from apps.answers.tools.desk import Desk, Given, ident_of, rows
from apps.answers.tools.shapes import FindFilings, Outline
from apps.documents.models import Document, DocumentVersion, Section, Table
from apps.retrieval.filings import Filing

MOST_FILINGS = 40
MOST_HEADINGS = 150
TITLE = 90


def find_filings(desk: Desk, asked: FindFilings) -> Given:
    """The newest first."""
    found = [one for one in desk.of_company(asked.company) if _fits(one, asked)]
    if asked.words.strip():
        found = _titled(found, asked.words)
    found.sort(key=lambda one: (str(one.ends or ""), one.version), reverse=True)
    shown = found[:MOST_FILINGS]
    step = f"looked for filings{f' of {asked.company}' if asked.company else ''}"
    if not shown:
        return Given("No such filing is held.", step, "none")
    left = f"\n{len(found) - len(shown)} more: name a company or a year." if len(found) > len(shown) else ""
    pages = dict(DocumentVersion.objects.filter(pk__in=[one.version for one in shown]).values_list("pk", "page_count"))
    head = ("filing", "company", "form", "fiscal", "period ends", "filed", "pages", "name")
    grid = [head, *(_row(desk, one, pages.get(one.version, 0)) for one in shown)]
    return Given(rows(grid) + left, step, f"{len(found)} filings")


def _row(desk: Desk, one: Filing, pages: int) -> tuple[object, ...]:
    fiscal = f"{one.period} {one.year or ''}".strip()
    company = desk.company_name(one)
    return ident_of(one), company, one.form, fiscal, one.period_end or "", one.filed or "", pages, one.name


def _fits(one: Filing, asked: FindFilings) -> bool:
    forms = {form.casefold() for form in asked.forms if form.strip()}
    years = set(asked.years)
    return (not years or bool(years & set(one.years))) and (not forms or one.form.casefold() in forms)


def _titled(found: list[Filing], words: str) -> list[Filing]:
    wanted = words.casefold().split()
    titles = dict(Document.objects.filter(uid__in=[one.uid for one in found]).values_list("uid", "title"))
    return [one for one in found if all(word in f"{titles.get(one.uid, '')} {one.name}".casefold() for word in wanted)]


def outline(desk: Desk, asked: Outline) -> Given:
    """Headings, and captions of tables, in the order of the filing."""
    filing = desk.filing(asked.filing)
    wanted = asked.words.casefold().split()
    titles = Section.objects.filter(version=filing.version).values_list("page", "level", "title")
    captions = Table.objects.filter(version=filing.version).exclude(caption="").values_list("page", "pk", "caption")
    told = [(page, 0, f"{'  ' * min(level, 4)}{title[:TITLE]}") for page, level, title in titles]
    told += [(page, 1, f"    [table t{pk}] {caption[:TITLE]}") for page, pk, caption in captions]
    kept = [one for one in sorted(told, key=lambda one: one[:2]) if not wanted or _has(one[2], wanted)]
    lines = [f"p.{page + 1}{title}" if title[0] == " " else f"p.{page + 1} {title}" for page, _, title in kept]
    left = len(lines) - MOST_HEADINGS
    more = f"\n[{left} more are left out: ask with words]" if left > 0 else ""
    step = f"looked through the headings of {filing.name}"
    return Given(("\n".join(lines[:MOST_HEADINGS]) or "No such heading.") + more, step, f"{len(lines)} headings")


def _has(title: str, wanted: list[str]) -> bool:
    return any(word in title.casefold() for word in wanted)

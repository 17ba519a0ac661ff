"""Passages by meaning and words, or by an exact phrase, with the sentences that can be cited."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from apps.answers.run.reading import honoring
from apps.answers.sources.candidate import Place
from apps.answers.sources.tables import stored_table
from apps.answers.tools.desk import Desk, Given, ident_of
from apps.answers.tools.pages import bounds, grid_told
from apps.answers.tools.shapes import Search
from apps.documents.models import Chunk, Page
from apps.retrieval.filings import Filing
from apps.retrieval.reading import read_for
from apps.retrieval.search import search as passages_for
from apps.retrieval.stems import stems

MOST_HITS = 6
FEWEST_SENTENCES, MOST_SENTENCES = 2, 4  # of each hit, those that share most words with what was asked
FEWEST_ROWS, MOST_ROWS = 3, 6  # of a table: all that speak of it, and some where fewer do
Extent = tuple[int, int]


def search(desk: Desk, asked: Search) -> Given:
    """Of what was found only the lines that speak of it; the rest is marked as cut and can be read."""
    within = _within(desk, asked)
    quoted = f"“{asked.words[:60]}”"
    step = f"searched for {quoted}"
    chunks = _exactly(within, asked.words) if asked.exact else _meant(desk, within, asked)
    if not chunks:
        return Given("Nothing was found.", step, "nothing")
    filings = {one.version: one for one in within}
    pages = _pages(chunks)
    told = [_hit(desk, chunk, filings[chunk.version_id], pages, asked.words) for chunk in chunks]
    where = ", ".join(dict.fromkeys(f"{filings[one.version_id].name} p.{one.page + 1}" for one in chunks))
    return Given("\n\n".join(told), step, where)


def hits_told(desk: Desk, chunks: Sequence[int], words: str) -> str:
    """Passages that are found already, as the tool shows them."""
    rows = Chunk.objects.select_related("section", "table__version__document__company", "table__continues")
    by_id, filings = rows.in_bulk(chunks), {one.version: one for one in desk.filings}
    kept = [by_id[pk] for pk in chunks if pk in by_id and by_id[pk].version_id in filings]
    pages = _pages(kept)
    return "\n\n".join(_hit(desk, chunk, filings[chunk.version_id], pages, words) for chunk in kept)


def _within(desk: Desk, asked: Search) -> list[Filing]:
    if asked.filing.strip():
        return [desk.filing(asked.filing)]
    years = set(asked.years)
    return [one for one in desk.of_company(asked.company) if not years or years & set(one.years)]


def _exactly(within: Sequence[Filing], words: str) -> list[Chunk]:
    phrase = " ".join(words.split())
    rows = Chunk.objects.filter(version__in=[one.version for one in within], duplicate_of=None)
    held = rows.filter(text__icontains=phrase).select_related("section", "table__version__document__company")
    return list(held.order_by("version", "ordinal")[:MOST_HITS]) if len(phrase) > 1 else []


def _meant(desk: Desk, within: Sequence[Filing], asked: Search) -> list[Chunk]:
    narrowed = bool(asked.filing.strip() or asked.company.strip() or asked.years)
    scope = replace(desk.scope, documents=tuple(one.uid for one in within)) if narrowed else desk.scope
    if narrowed and not within:
        return []
    reading = read_for(desk.asker, scope, asked.words)
    reading = reading if narrowed else honoring(reading, desk.chosen)
    found = passages_for(reading, viewer=desk.asker, scope=scope).candidates[:MOST_HITS]
    rows = Chunk.objects.select_related("section", "table__version__document__company", "table__continues")
    by_id = rows.in_bulk([one.chunk_id for one in found])
    known = {one.version for one in within}
    return [by_id[one.chunk_id] for one in found if one.chunk_id in by_id and by_id[one.chunk_id].version_id in known]


def _pages(chunks: Iterable[Chunk]) -> dict[tuple[int, int], str]:
    wanted = {(chunk.version_id, span[0]) for chunk in chunks for span in chunk.spans}
    rows = Page.objects.filter(version__in={version for version, _ in wanted}, number__in={page for _, page in wanted})
    return {(version, page): text for version, page, text in rows.values_list("version", "number", "text")}


def _hit(desk: Desk, chunk: Chunk, filing: Filing, pages: dict[tuple[int, int], str], words: str) -> str:
    path = " > ".join(chunk.section.path[-2:]) if chunk.section else ""
    company = desk.company_name(filing)
    head = f"== {ident_of(filing)} {filing.name} ({company}), page {chunk.page + 1} | {path[:120]}"
    if chunk.table and chunk.table.page == chunk.page:
        table = stored_table(chunk.table)
        asked = stems(words)
        ranked = sorted(table.lines, key=lambda line: -len(asked & stems(" ".join((line.label, *line.above)))))
        met = sum(bool(asked & stems(" ".join((line.label, *line.above)))) for line in ranked)
        only = frozenset(line.index for line in ranked[: max(FEWEST_ROWS, min(met, MOST_ROWS))])
        cut = " [rows are cut; read_pages shows all]" if len(table.lines) > len(only) else ""
        return f"{head}{cut}\n{grid_told(desk, table, only)}"
    return f"{head}\n{_sentences(desk, chunk, filing, pages, words)}"


def _sentences(desk: Desk, chunk: Chunk, filing: Filing, pages: dict[tuple[int, int], str], words: str) -> str:
    """In the order of the page; what lies between them is marked as left out."""
    asked, every = stems(words), list[tuple[int, Extent, str]]()
    for page, start, end in chunk.spans:
        text = pages.get((chunk.version_id, page), "")
        every += [(page, one, " ".join(text[one[0] : one[1]].split())) for one in bounds(text, start, end)]
    shared = [len(asked & stems(text)) for _, _, text in every]
    ranked = sorted(range(len(every)), key=lambda at: -shared[at])
    near = sum(count * 3 >= max(shared) for count in shared) if any(shared) else 0
    kept = sorted(ranked[: max(FEWEST_SENTENCES, min(near, MOST_SENTENCES))])
    told, before = list[str](), -1
    for at in kept:
        page, extent, text = every[at]
        told += ["[...]"] if at != before + 1 else []
        told.append(f"{desk.sentence(Place(filing.uid, filing.version, page, (extent,)))}: {text}")
        before = at
    return "\n".join(told + (["[...]"] if before + 1 < len(every) else []))

"""Figures of ranked pages and documents against gold ones. A figure that the benchmark's own scorer has is the same.

Document Hit@1, Hit@5 (M); page recall and precision, wrong company and wrong year at the top (H5); MRR@10 over all
pages; nDCG@5, MAP@5 and MRR@5 over the pages of the gold filing alone (R). By `ir-measures`, as trec_eval defines them.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from statistics import mean

import ir_measures
from ir_measures import AP, RR, Measure, P, Qrel, R, ScoredDoc, nDCG

from apps.evaluation.gold import FilingOf, Gold
from apps.evaluation.ranking import PageRef, Ranking

QUESTION = "question"
OF_PAGES: dict[str, Measure] = {
    **{f"page_recall@{depth}": R @ depth for depth in (1, 3, 5, 10, 20)},
    **{f"page_precision@{depth}": P @ depth for depth in (5, 10)},
    "page_mrr@10": RR @ 10,
    "page_ndcg@5": nDCG @ 5,
}
INSIDE: dict[str, Measure] = {"inside_ndcg@5": nDCG @ 5, "inside_map@5": AP @ 5, "inside_mrr@5": RR @ 5}


def figures(ranking: Ranking, gold: Gold, filings: Mapping[str, FilingOf]) -> dict[str, float]:
    """Every figure of one question, each from 0 to 1; the errors (`wrong_*`) are better low."""
    inside = [page for page in ranking.pages if page[0] in gold.documents]
    return {
        "doc_hit@1": float(bool(gold.documents & set(ranking.documents[:1]))),
        "doc_hit@5": float(bool(gold.documents & set(ranking.documents[:5]))),
        **measured(OF_PAGES, ranking.pages, gold.pages),
        **measured(INSIDE, inside, gold.pages),
        **top_errors(ranking.documents, gold, filings),
    }


def averages(rows: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """The mean of each figure over questions, to four places; {} for none."""
    listed = list(rows)
    return {name: round(mean(row[name] for row in listed), 4) for name in (listed[0] if listed else ())}


def measured(measures: Mapping[str, Measure], ranked: Sequence[PageRef], gold: Collection[PageRef]) -> dict[str, float]:
    """Each of the measures, from 0 to 1, of one question."""
    relevant = [Qrel(QUESTION, _key(page), 1) for page in gold]
    run = [ScoredDoc(QUESTION, _key(page), -float(rank)) for rank, page in enumerate(ranked)]
    found = ir_measures.calc_aggregate(measures.values(), relevant, run)
    return {name: float(found[measure]) for name, measure in measures.items()}


def _key(page: PageRef) -> str:
    return f"{page[0]} {page[1]}"


def top_errors(documents: Sequence[str], gold: Gold, filings: Mapping[str, FilingOf]) -> dict[str, float]:
    """Whether the first document is another company's, or the right one's of another year. Nothing found: neither."""
    found = filings.get(documents[0]) if documents else None
    wanted = [filings[name] for name in gold.documents if name in filings]
    if found is None or not wanted:
        return {"wrong_company@1": 0.0, "wrong_year@1": 0.0}
    same_company = [filing for filing in wanted if filing.company == found.company]
    same_year = any(filing.year == found.year for filing in same_company)
    return {
        "wrong_company@1": float(not same_company),
        "wrong_year@1": float(bool(same_company) and not same_year),
    }


def percentiles(seconds: Sequence[float]) -> dict[str, float]:
    """The median and the 95th percentile, as the benchmark's scorer takes them."""
    ordered = sorted(seconds)
    middle = (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
    return {"seconds_p50": round(middle, 4), "seconds_p95": round(ordered[int(0.95 * (len(ordered) - 1))], 4)}

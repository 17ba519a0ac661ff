"""Figures of ranked pages and documents against gold ones. A figure that the benchmark's own scorer has is the same.

Document Hit@1, Hit@5 (M); page recall and precision, wrong company and wrong year at the top (H5); MRR@10 over all
pages; nDCG@5, MAP@5 and MRR@5 over the pages of the gold filing alone (R).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import log2
from statistics import mean

from apps.evaluation.gold import FilingOf, Gold
from apps.evaluation.ranking import PageRef, Ranking

RECALL_DEPTHS = (1, 3, 5, 10, 20)
PRECISION_DEPTHS = (5, 10)
INSIDE = 5  # depth of the figures inside the gold filing


def figures(ranking: Ranking, gold: Gold, filings: Mapping[str, FilingOf]) -> dict[str, float]:
    """Every figure of one question, each from 0 to 1; the errors (`wrong_*`) are better low."""
    inside = [page for page in ranking.pages if page[0] in gold.documents]
    return {
        "doc_hit@1": float(bool(gold.documents & set(ranking.documents[:1]))),
        "doc_hit@5": float(bool(gold.documents & set(ranking.documents[:5]))),
        **{f"page_recall@{depth}": recall(ranking.pages, gold.pages, depth) for depth in RECALL_DEPTHS},
        **{f"page_precision@{depth}": precision(ranking.pages, gold.pages, depth) for depth in PRECISION_DEPTHS},
        "page_mrr@10": reciprocal_rank(ranking.pages, gold.pages, 10),
        "page_ndcg@5": ndcg(ranking.pages, gold.pages, 5),
        "inside_ndcg@5": ndcg(inside, gold.pages, INSIDE),
        "inside_map@5": average_precision(inside, gold.pages, INSIDE),
        "inside_mrr@5": reciprocal_rank(inside, gold.pages, INSIDE),
        **top_errors(ranking.documents, gold, filings),
    }


def averages(rows: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """The mean of each figure over questions, to four places; {} for none."""
    listed = list(rows)
    return {name: round(mean(row[name] for row in listed), 4) for name in (listed[0] if listed else ())}


def recall(ranked: Sequence[PageRef], gold: Collection[PageRef], depth: int) -> float:
    """The part of the gold pages among the first `depth`."""
    return len(set(gold) & set(ranked[:depth])) / len(gold)


def precision(ranked: Sequence[PageRef], gold: Collection[PageRef], depth: int) -> float:
    """The part of the first `depth` pages that is gold; of those there are when there are fewer."""
    first = ranked[:depth]
    return sum(page in gold for page in first) / len(first) if first else 0.0


def reciprocal_rank(ranked: Sequence[PageRef], gold: Collection[PageRef], depth: int) -> float:
    """1 / rank of the first gold page within `depth`, else 0."""
    return next((1 / rank for rank, page in enumerate(ranked[:depth], start=1) if page in gold), 0.0)


def ndcg(ranked: Sequence[PageRef], gold: Collection[PageRef], depth: int) -> float:
    """Discounted gain of binary relevance over that of the best order."""
    gained = sum(1 / log2(rank + 1) for rank, page in enumerate(ranked[:depth], start=1) if page in gold)
    ideal = sum(1 / log2(rank + 1) for rank in range(1, min(depth, len(gold)) + 1))
    return gained / ideal if ideal else 0.0


def average_precision(ranked: Sequence[PageRef], gold: Collection[PageRef], depth: int) -> float:
    """Mean of the precision at each gold page found, over as many gold pages as `depth` could hold."""
    at_hits = [
        precision(ranked, gold, rank) for rank, page in enumerate(ranked[:depth], start=1) if page in gold
    ]  # what was not found counts as 0
    return sum(at_hits) / min(depth, len(gold)) if gold else 0.0


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

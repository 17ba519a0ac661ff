"""How many wrong sentences the checks (A8) catch: true ones over real answers, as a model writes them, then mutated."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from apps.accounts.models import User
from apps.answers.check.citations import validate
from apps.answers.check.report import ShownSentence
from apps.answers.compose.draft import Claim, Draft, Written
from apps.answers.compose.figures import computed
from apps.answers.compute.computing import compute
from apps.answers.modelled.places import place_of
from apps.answers.models import Answer, Citation, Status
from apps.answers.run.reading import query_of
from apps.answers.run.scopes import scope_from_json
from apps.answers.sources.evidence import Passage
from apps.documents.models import Chunk
from apps.evaluation.mutations import Mutant, mutants
from apps.retrieval.found import Found
from apps.retrieval.sentences import whole_sentences
from apps.statements.values.units import SCALES

TRUE = "true"  # the kind of a sentence that was not changed


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the sentence, or what it was before it was changed, was found to be borne out."""

    kind: str
    text: str
    supported: bool
    marks: tuple[str, ...] = ()


def outcomes(answer: Answer, asker: User, companies: Sequence[str]) -> list[Outcome]:
    """True sentences with what the checks say of them, and every mutant of those that they find borne out."""
    return [*_over_passages(answer, asker, companies), *_over_figures(answer, asker, companies)]


def _over_passages(answer: Answer, asker: User, companies: Sequence[str]) -> Iterator[Outcome]:
    for citation in answer.citations.select_related("chunk__version__document__company", "chunk__section"):
        passage, filer = _passage(citation.chunk), _filer(citation.chunk)
        others = [name for name in companies if name != filer]

        def check(texts: Sequence[str], passage: Passage = passage) -> list[ShownSentence]:
            claims = tuple(Claim(text, place_of(text, passage)) for text in texts)
            written = tuple(Written(text, (at,)) for at, text in enumerate(texts))
            return list(validate(Draft(Status.WRITTEN, claims, written=written), asker).validation["sentences"])

        yield from _checked(check, list(_told(answer, citation, filer)), filer, others)


def _over_figures(answer: Answer, asker: User, companies: Sequence[str]) -> Iterator[Outcome]:
    """What a model may write around computed figures: the program's own sentences."""
    query = query_of(answer)
    outcome = compute(query, scope_from_json(answer.scope), asker) if query else None
    draft = computed(outcome) if outcome and outcome.figures else None
    if outcome is None or draft is None:
        return
    behind = tuple(range(len(draft.claims)))
    filer = outcome.figures[0].filer
    told = {figure.filer for figure in outcome.figures}

    def check(texts: Sequence[str]) -> list[ShownSentence]:
        written = tuple(Written(text, behind) for text in texts)
        return list(validate(replace(draft, words="", written=written), asker).validation["sentences"])

    sentences = whole_sentences(draft.words)
    yield from _checked(check, sentences, filer, [name for name in companies if name not in told])


def _checked(check: Any, sentences: Sequence[str], filer: str, others: Sequence[str]) -> Iterator[Outcome]:
    true = list(dict.fromkeys(sentences))
    if not true:
        return
    for text, verdict in zip(true, check(true), strict=False):
        yield _outcome(Mutant(TRUE, text), verdict)
        wrong = list(mutants(text, filer, others)) if verdict["supported"] else []
        told = check([one.text for one in wrong]) if wrong else []
        yield from (_outcome(one, said) for one, said in zip(wrong, told, strict=False))


def _outcome(mutant: Mutant, verdict: ShownSentence) -> Outcome:
    if verdict["text"] != mutant.text:
        raise ValueError(f"the verdict is about another sentence: {verdict['text']}")
    marks = tuple(f"{mark['finding']}: {mark['why']}" for mark in verdict["marks"])
    return Outcome(mutant.kind, mutant.text, bool(verdict["supported"]), marks)


def _told(answer: Answer, citation: Citation, filer: str) -> Iterator[str]:
    """The figures of a citation in sentences as a model writes them; a quotation as it is."""
    rows = [row for row in answer.result["rows"] if row["citation"] == citation.label]
    for row in rows:
        yield f"{row['label']} of {filer} was {_figure(row)} in {row['period']}."
    if len(rows) == 2:
        last, first = rows
        yield f"{last['label']} went from {_figure(first)} in {first['period']} to {_figure(last)} in {last['period']}."
    if not rows:
        yield " ".join(citation.quote.split())


def _figure(row: dict[str, Any]) -> str:
    """With its unit and the scale of its table: "USD 1,577 million"."""
    full, unit = Decimal(row["full"]), row["unit"]
    scale = next((size for name, size in SCALES.items() if name in row["units"].lower()), Decimal(1))
    if len(unit) != 3 or abs(full) < scale:
        return str(row["value"])
    name = next((f" {name}" for name, size in SCALES.items() if size == scale), "")
    return f"{unit} {row['value'].strip('$€£¥ ')}{name}"


def _filer(chunk: Chunk) -> str:
    company = chunk.version.document.company
    return company.name if company else ""


def _passage(chunk: Chunk) -> Passage:
    document = chunk.version.document
    found = Found(
        chunk_id=chunk.pk,
        version_id=chunk.version_id,
        document_uid=document.uid,
        document_name=document.name,
        page=chunk.page,
        pages=(chunk.page,),
        kind=chunk.kind,
        text=chunk.text,
        section_path=tuple(chunk.section.path) if chunk.section else (),
        rank=1,
        fused=0.0,
        scores={},
    )
    return Passage(found, tuple((page, start, end) for page, start, end in chunk.spans))


def summed(told: Sequence[Outcome]) -> dict[str, Any]:
    """caught_by_kind: [caught, made]; missed: mutants that passed; marked: true sentences that did not."""
    true = [one for one in told if one.kind == TRUE]
    wrong = [one for one in told if one.kind != TRUE]
    made, caught = Counter(one.kind for one in wrong), Counter(one.kind for one in wrong if not one.supported)
    return {
        "true_sentences": len(true),
        "true_marked": sum(not one.supported for one in true),
        "mutants": len(wrong),
        "mutants_caught": sum(caught.values()),
        "share_caught": round(sum(caught.values()) / len(wrong), 4) if wrong else 1.0,
        "caught_by_kind": {kind: [caught[kind], number] for kind, number in made.most_common()},
        "missed": [f"{one.kind}: {one.text}" for one in wrong if one.supported],
        "marked": [f"{one.text} ({'; '.join(one.marks)})" for one in true if not one.supported],
    }

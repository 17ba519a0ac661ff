"""Evidence that the conversation holds already: what was found for the answer before (M8)."""

from apps.accounts.models import User
from apps.answers.models import Answer, Candidate
from apps.answers.sources.evidence import Evidence, evidence_of
from apps.documents.models import Document
from apps.retrieval.found import Found, SearchResult, SearchTrace

KEPT = 20


def already_found(question: str, earlier: Answer | None, asker: User) -> Evidence | None:
    """The best passages of the answer before that `asker` may see now; None without any.

    At most three queries.
    """
    if earlier is None:
        return None
    visible = Document.objects.visible_to(asker)
    rows = (
        Candidate.objects.filter(answer=earlier, chunk__version__document__in=visible)
        .select_related("chunk__version__document", "chunk__section")
        .order_by("-chosen", "rank")[:KEPT]
    )
    found = tuple(_found(row, rank) for rank, row in enumerate(rows, start=1))
    if not found:
        return None
    documents = {one.document_name for one in found}
    trace = SearchTrace(question, (), len(documents), len(found), filters={"conversation": [earlier.question[:200]]})
    return evidence_of(SearchResult(found, trace))


def _found(row: Candidate, rank: int) -> Found:
    chunk, document = row.chunk, row.chunk.version.document
    pages = tuple(dict.fromkeys(page for page, _, _ in chunk.spans)) or (chunk.page,)
    return Found(
        chunk_id=chunk.pk,
        version_id=chunk.version_id,
        document_uid=document.uid,
        document_name=document.name,
        page=chunk.page,
        pages=pages,
        kind=chunk.kind,
        text=chunk.text,
        section_path=tuple(chunk.section.path) if chunk.section else (),
        rank=rank,
        fused=row.fused,
        scores={},
        reasons=("found for the answer before",),
    )

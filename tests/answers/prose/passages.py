"""Passages found in a filing of an invented company, as the search gives them."""

import uuid

from apps.answers.gather import Passage
from apps.retrieval.found import Found


def passage(
    key: int, text: str, page: int = 0, kind: str = "text", fused: float = 1.0, titles: tuple[str, ...] = ()
) -> Passage:
    found = Found(
        chunk_id=key,
        version_id=1,
        document_uid=uuid.uuid4(),
        document_name="quillmark_2023_10K",
        page=page,
        pages=(page,),
        kind=kind,
        text=text,
        section_path=titles,
        rank=key,
        fused=fused,
        scores={},
    )
    return Passage(found, ((page, 0, len(text)),))

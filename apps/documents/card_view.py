"""The card and the enrichment of a passage as the page shows them, and what of them the reader may follow."""

from dataclasses import dataclass, field

from apps.accounts.models import User
from apps.documents.cards.card import Card, CardRefused
from apps.documents.cards.card import from_json as card_from_json
from apps.documents.enrichment.enrichment import Enrichment, EnrichmentRefused
from apps.documents.enrichment.enrichment import from_json as enrichment_from_json
from apps.documents.models import Chunk, Document
from apps.documents.recurring import first_with
from apps.statements.ontology import concepts


@dataclass(frozen=True, slots=True)
class CardView:
    """card, enrichment: None where the passage has none. problem: why what is stored is no card, else empty.

    repeats: the passage that this one repeats, first_in: the filing whose boilerplate it is; None unless the reader
    sees them, so that a card tells of no document that its reader may not know of.
    """

    chunk: Chunk
    card: Card | None = None
    enrichment: Enrichment | None = None
    problem: str = ""
    metrics: tuple[str, ...] = ()
    repeats: Chunk | None = None
    first_in: Document | None = None
    numbers: tuple[tuple[str, str], ...] = field(default=())  # as printed, with the unit


def card_view(chunk: Chunk, viewer: User) -> CardView:
    try:
        card = card_from_json(chunk.card) if chunk.card else None
        enrichment = enrichment_from_json(chunk.enrichment) if chunk.enrichment else None
    except (CardRefused, EnrichmentRefused) as refused:
        return CardView(chunk, problem=str(refused))
    return CardView(
        chunk,
        card,
        enrichment,
        metrics=tuple(concepts()[key].name for key in card.metrics if key in concepts()) if card else (),
        repeats=Chunk.objects.visible_to(viewer).filter(duplicates=chunk).select_related("version").first(),
        first_in=first_with(chunk, viewer),
        numbers=tuple((number.text, number.unit) for number in card.numbers) if card else (),
    )

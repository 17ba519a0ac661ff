"""What a model read of a filing, kept with its document beside what the rules read, and over nothing a person wrote."""

from apps.documents.modelled.metadata import Refinement
from apps.documents.models import Document


def keep_readings(document: Document, refinement: Refinement) -> None:
    """Both readings of each field, keywords and summary. Runs in the caller's transaction, after `describe`."""
    if not refinement.readings and not refinement.keywords and not refinement.summary:
        return
    edited = document.metadata.get("edited", [])
    document.metadata["readings"] = refinement.readings
    if "keywords" not in edited and refinement.keywords:
        known = refinement.keywords
        document.metadata["keywords"] = {"value": known.value, "confidence": known.confidence, "source": known.source}
    if "summary" not in edited and refinement.summary:
        document.summary = refinement.summary
    document.save(update_fields=["metadata", "summary"])

"""Questions that were made of a document go with it, where no other document is the same file."""

from django.db.models import Q

from apps.documents.erasing import forgets
from apps.documents.models import Document, DocumentVersion
from apps.learning.models import Example, Pair


@forgets
def forget(document: Document) -> None:
    held = DocumentVersion.objects.exclude(document=document).values("sha256")
    files = document.versions.exclude(sha256__in=held).values("sha256")
    Example.objects.filter(filing__in=files).delete()
    Pair.objects.filter(Q(filing__in=files) | Q(other_filing__in=files)).delete()

"""The API of documents: the same functions and permissions as the pages."""

import uuid

from django.http import HttpRequest
from ninja import File, Form, Query, Router, Status, UploadedFile
from ninja.errors import HttpError

from apps.accounts.api_auth import authentication
from apps.accounts.permissions import user_of, writer_required
from apps.audit.address import client_address
from apps.documents import deeds, life_cycle, listing
from apps.documents.access import (
    get_document_for_user,
    get_document_to_change,
    latest_upload,
    may_change,
    newest_version,
)
from apps.documents.api_schemas import (
    ChunkOut,
    ChunksOut,
    DocumentOut,
    DocumentsOut,
    Filters,
    Limit,
    Offset,
    PageOut,
    PagesOut,
    RefusedOut,
    StateOut,
    Wishes,
)
from apps.documents.models import Page, Visibility
from apps.documents.publishing import MAY_NOT_PUBLISH, may_publish, may_renew
from apps.documents.uploads import accept, accept_version
from apps.documents.viewing import record_view
from apps.reading.parsed import FileRefused

router = Router(auth=authentication, tags=["documents"])


@router.get("/documents", response=DocumentsOut, summary="Documents that you may see")
def list_documents(request: HttpRequest, filters: Query[Filters]) -> DocumentsOut:
    found = listing.documents(user_of(request), filters.wanted())
    page = found[filters.offset : filters.offset + filters.limit]
    shown = [DocumentOut.of(document, document.versions.all()[0]) for document in page]
    return DocumentsOut(documents=shown, count=found.count())


@router.post("/documents", response={201: DocumentOut, 200: DocumentOut, 422: RefusedOut}, summary="Upload a file")
@writer_required
def upload(request: HttpRequest, file: File[UploadedFile], wishes: Form[Wishes]) -> Status[DocumentOut | RefusedOut]:
    """201: taken, its state says how far it is. 200: these bytes were here before. 422: refused, with a sentence."""
    user = user_of(request)
    if not may_publish(user, wishes.visibility):
        raise HttpError(403, MAY_NOT_PUBLISH)
    if wishes.visibility == Visibility.TEAM and user.team is None:
        raise HttpError(422, "You are in no team, so a file cannot be shared with one.")
    try:
        taken = accept(
            user,
            file.name or "file",
            file,
            visibility=wishes.visibility,
            company_name=wishes.company,
            kind=wishes.kind,
            address=client_address(request),
        )
    except FileRefused as refusal:
        return Status(422, RefusedOut(detail=str(refusal), reason=refusal.reason))
    status = 200 if taken.duplicate else 201
    return Status(status, DocumentOut.of(taken.document, taken.version, duplicate=taken.duplicate))


@router.get("/documents/{uuid:uid}", response=DocumentOut, summary="One document")
def get_document(request: HttpRequest, uid: uuid.UUID) -> DocumentOut:
    document = get_document_for_user(user_of(request), uid)
    record_view(request, document)
    return DocumentOut.of(document, newest_version(document))


@router.delete("/documents/{uuid:uid}", response={204: None}, summary="Delete a document")
@writer_required
def delete_document(request: HttpRequest, uid: uuid.UUID) -> Status[None]:
    """It disappears from pages, search and counts; its owner and administrators can bring it back."""
    user = user_of(request)
    deeds.delete(get_document_to_change(user, uid), user, client_address(request))
    return Status(204, None)


@router.post(
    "/documents/{uuid:uid}/versions",
    response={201: DocumentOut, 200: DocumentOut, 422: RefusedOut},
    summary="Upload a new version",
)
@writer_required
def upload_version(request: HttpRequest, uid: uuid.UUID, file: File[UploadedFile]) -> Status[DocumentOut | RefusedOut]:
    """201: taken; the old one stands until this is ready. 200: the document has these bytes. 422: refused."""
    user = user_of(request)
    document = get_document_to_change(user, uid)
    if not may_renew(user, document):
        raise HttpError(403, MAY_NOT_PUBLISH)
    try:
        taken = accept_version(user, document, file.name or "file", file, address=client_address(request))
    except FileRefused as refusal:
        return Status(422, RefusedOut(detail=str(refusal), reason=refusal.reason))
    status = 200 if taken.duplicate else 201
    return Status(status, DocumentOut.of(document, taken.version, duplicate=taken.duplicate))


@router.get("/documents/{uuid:uid}/state", response=StateOut, summary="How far a document is")
def get_state(request: HttpRequest, uid: uuid.UUID) -> StateOut:
    """Of its newest version. Diagnostics are given to those who may change the document."""
    user = user_of(request)
    document = get_document_for_user(user, uid)
    return StateOut.of(latest_upload(document), diagnostics=may_change(user, document))


@router.post(
    "/documents/{uuid:uid}/retry", response={202: StateOut, 409: RefusedOut}, summary="Try a failed file again"
)
@writer_required
def retry(request: HttpRequest, uid: uuid.UUID) -> Status[StateOut | RefusedOut]:
    user = user_of(request)
    version = latest_upload(get_document_to_change(user, uid))
    try:
        life_cycle.retry(version, user)
    except life_cycle.NotFailedError as error:
        return Status(409, RefusedOut(detail=str(error)))
    return Status(202, StateOut.of(version))


@router.get("/documents/{uuid:uid}/pages", response=PagesOut, summary="Pages with their text")
def list_pages(request: HttpRequest, uid: uuid.UUID, offset: Offset = 0, limit: Limit = 50) -> PagesOut:
    document = get_document_for_user(user_of(request), uid)
    record_view(request, document, part="pages", offset=offset, limit=limit)
    pages = Page.objects.filter(version=newest_version(document)).defer("runs", "blocks")
    shown = [PageOut.from_orm(page) for page in pages[offset : offset + limit]]
    return PagesOut(pages=shown, count=pages.count())


@router.get("/documents/{uuid:uid}/chunks", response=ChunksOut, summary="Passages as search finds them")
def list_chunks(request: HttpRequest, uid: uuid.UUID, offset: Offset = 0, limit: Limit = 50) -> ChunksOut:
    document = get_document_for_user(user_of(request), uid)
    record_view(request, document, part="passages", offset=offset, limit=limit)
    chunks = newest_version(document).chunks.select_related("section").defer("view", "lexemes")
    shown = [ChunkOut.of(chunk) for chunk in chunks[offset : offset + limit]]
    return ChunksOut(chunks=shown, count=chunks.count())

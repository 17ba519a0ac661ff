"""Taking the vault away as a zip, and bringing one in."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.permissions import user_of, writer_required
from apps.audit.address import client_address
from apps.notes import vault

TOLD = 3  # files that were left out, of which the page says why


@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """Own notes and files, whatever is shared with one stays with its owner."""
    content = vault.exported(user_of(request), client_address(request))
    name = f"notes-{timezone.now():%Y%m%d}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(content, content_type="application/zip", headers=headers)


@require_POST
@writer_required
def take(request: HttpRequest) -> HttpResponse:
    """A zip of Markdown with its attachments; what cannot be taken is named, a harmful one refused whole."""
    file = request.FILES.get("file")
    try:
        if file is None or (file.size or 0) > settings.MAX_UPLOAD_BYTES:
            raise vault.VaultRefused("Choose a zip of a size that may be uploaded.")
        done = vault.imported(user_of(request), vault.unpacked(file), client_address(request))
        messages.success(request, f"{done.notes} notes and {done.files} files came in.")
        for told in done.skipped[:TOLD]:
            messages.error(request, f"Left out: {told}")
    except vault.VaultRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("notes:notes")

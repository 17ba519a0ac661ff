"""The witness for other logs. Requests are authenticated by the signature in them, as the protocol has it."""

from http import HTTPStatus

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from apps.audit.witnessing import MOST_BYTES, WitnessRefused, cosign


@csrf_exempt  # no cookie counts here
@login_not_required
@require_POST
def add_checkpoint(request: HttpRequest) -> HttpResponse:
    """A cosignature, or the protocol's refusals: 400, 403, 404, 409 with the size that is known, 422."""
    try:
        return _text(HTTPStatus.OK, cosign(_body(request)))
    except WitnessRefused as refusal:
        kind = "text/x.tlog.size" if refusal.status == HTTPStatus.CONFLICT else "text/plain; charset=utf-8"
        return _text(refusal.status, refusal.body, kind)


def _body(request: HttpRequest) -> str:
    data = request.read(MOST_BYTES + 1)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise WitnessRefused(HTTPStatus.BAD_REQUEST, "The request is not UTF-8.\n") from error
    if len(data) > MOST_BYTES or "\0" in text:
        raise WitnessRefused(HTTPStatus.BAD_REQUEST, "The request is too long.\n")
    return text


def _text(status: HTTPStatus, text: str, kind: str = "text/plain; charset=utf-8") -> HttpResponse:
    return HttpResponse(text, status=status, content_type=kind)

"""Settings of the log that cannot work, found before anything starts."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

from apps.audit.delivery import WEB
from apps.audit.log.notes import NoteRefused, Signer, Verifier


@register(Tags.security)
def keys_of_the_log(app_configs: Any, **_: Any) -> list[CheckMessage]:
    hint = "Keys are written as docs/audit.md shows; leave FINRAG_AUDIT_KEY unset and one is made in var/."
    refused = [
        *_refused(Signer.parse, filter(None, (settings.AUDIT_KEY, settings.AUDIT_WITNESS_KEY))),
        *_refused(Verifier.parse, filter(None, (settings.AUDIT_VKEY, *settings.AUDIT_WITNESSED))),
        *_refused(_witness, settings.AUDIT_WITNESSES),
    ]
    return [Error(sentence, hint=hint, id="audit.E001") for sentence in refused]


@register(Tags.security)
def places_for_checkpoints(app_configs: Any, **_: Any) -> list[CheckMessage]:
    hint = "Name folders by their whole path, web addresses, or mailto:name@host in FINRAG_AUDIT_PLACES."
    wrong = [place for place in settings.AUDIT_PLACES if not _is_place(place)]
    plain = [place for place in settings.AUDIT_PLACES if place.startswith("http://") and "@" in place]
    return [
        *(Error(f"{place!r} is no place for checkpoints.", hint=hint, id="audit.E002") for place in wrong),
        *(
            Warning("A password for a place travels over plain HTTP.", hint="Use https.", id="audit.W001")
            for _ in plain
        ),
    ]


def _refused(parse: Callable[[str], object], texts: Iterable[str]) -> list[str]:
    found = []
    for text in texts:
        try:
            parse(text)
        except NoteRefused as error:
            found.append(str(error))
    return found


def _witness(words: str) -> None:
    url, _, vkey = words.partition(" ")
    Verifier.parse(vkey)
    if not url.startswith(WEB):
        raise NoteRefused(f"{words[:80]!r} does not begin with the web address of a witness.")


def _is_place(place: str) -> bool:
    if place.startswith("mailto:"):
        return "@" in place
    return place.startswith(WEB) or Path(place.removeprefix("file:")).is_absolute()

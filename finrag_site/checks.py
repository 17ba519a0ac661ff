"""Wrong configuration, found before anything starts. The ids are stable: operators search for them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection

from apps.documents import embedders
from apps.documents.models import EmbeddingModel
from apps.documents.stored_files import StoreUnreachable, files_folder
from apps.inference.endpoint import is_web_address
from finrag_site.database import GUARDED

SHORTEST_KEY = 40
BROKERS = {"redis", "rediss", "redis+socket", "sentinel"}
LOCAL_NAMES = {"localhost", "127.0.0.1", "::1"}
BACKENDS = {"openvino", "sentence-transformers"}
TOKEN_BITS = (1, 8)
OLDEST_POSTGRES = 140000

Apps = Sequence[AppConfig] | None


@register(Tags.security)
def secret_key(app_configs: Apps, **_: Any) -> list[CheckMessage]:
    strong = len(settings.SECRET_KEY) >= SHORTEST_KEY and len(set(settings.SECRET_KEY)) > 5
    if settings.DEBUG or strong:
        return []
    hint = "Leave FINRAG_SECRET_KEY unset (one is made in var/), or set 40 random characters or more."
    return [Error("The secret key is missing or too short.", hint=hint, id="finrag.E001")]


@register(Tags.security)
def hosts(app_configs: Apps, **_: Any) -> list[CheckMessage]:
    if settings.DEBUG or settings.HTTPS or not {"*"} & set(settings.ALLOWED_HOSTS):
        return []
    hint = "Name the hosts in FINRAG_ALLOWED_HOSTS, or serve over TLS and set FINRAG_HTTPS=1."
    return [Error("Any host name is accepted over plain HTTP.", hint=hint, id="finrag.E002")]


@register(Tags.compatibility)
def engine(app_configs: Apps, **_: Any) -> list[CheckMessage]:
    if settings.DATABASES["default"]["ENGINE"] == GUARDED:
        return []
    hint = "Unset DATABASE_URL for the embedded database, or name a PostgreSQL: postgresql://user@host/name."
    return [Error("The database is not PostgreSQL.", hint=hint, id="finrag.E003")]


@register(Tags.database)
def extensions(app_configs: Apps, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Asked of the server itself, so only where Django is told that the database may be asked."""
    if not databases:
        return []
    try:
        with connection.cursor() as cursor:
            cursor.execute("select current_setting('server_version_num')::int")
            version = cursor.fetchone()[0]
            cursor.execute("select name from pg_available_extensions where name in ('vector', 'pg_trgm', 'unaccent')")
            missing = {"vector", "pg_trgm", "unaccent"} - {name for (name,) in cursor.fetchall()}
    except DatabaseError as error:
        return [_unreachable(error)]
    if version >= OLDEST_POSTGRES and not missing:
        return []
    what = f"lacks {', '.join(sorted(missing))}" if missing else "is older than PostgreSQL 14"
    hint = "Install pgvector and PostgreSQL's contrib modules on that server."
    return [Error(f"The database server {what}.", hint=hint, id="finrag.E004")]


@register(Tags.compatibility)
def broker(app_configs: Apps, **_: Any) -> list[CheckMessage]:
    parts = urlsplit(settings.CELERY_BROKER_URL)
    place = parts.path if parts.scheme == "redis+socket" else parts.hostname
    if parts.scheme in BROKERS and place:
        return []
    hint = "Unset CELERY_BROKER_URL for the embedded queue, or name a Redis or Valkey: redis://host:6379/0."
    return [Error("The queue's address is not that of a Redis or Valkey.", hint=hint, id="finrag.E005")]


@register(Tags.files)
def files(app_configs: Apps, **_: Any) -> list[CheckMessage]:
    folder = files_folder()
    if folder is None:
        return []  # a bucket: see `bucket`
    nearest = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    try:
        TemporaryFile(dir=nearest).close()  # not os.access: root may do everything, except on a read-only disk
    except OSError as error:
        hint = "Give this user write access, or name another folder in FINRAG_FILES_DIR."
        words = f"The folder for files, {folder}, cannot be written ({error.strerror})."
        return [Error(words, hint=hint, id="finrag.E006")]
    return []


@register(Tags.database)
def bucket(app_configs: Apps, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Write, look and remove; asked of another machine, so only where Django is told that the database may be asked."""
    if not databases or files_folder() is not None:
        return []
    try:
        name = default_storage.save("check", ContentFile(b"finrag looks whether it may write here"))
        kept = default_storage.exists(name)
        default_storage.delete(name)
    except StoreUnreachable as error:
        hint = "Look at FINRAG_S3_BUCKET, _ENDPOINT, _KEY and _SECRET: docs/deployment.md has them all."
        return [Error(str(error), hint=hint, id="finrag.E013")]
    hint = "Is it one whose objects expire at once?"
    return [] if kept else [Error("The bucket keeps nothing.", hint=hint, id="finrag.E013")]


@register(Tags.models)
def embedding(app_configs: Apps, **_: Any) -> list[CheckMessage]:
    if settings.EMBED_BACKEND in BACKENDS:
        return []
    hint = f"Set FINRAG_EMBED_BACKEND to one of: {', '.join(sorted(BACKENDS))}."
    return [Error(f"There is no embedding backend {settings.EMBED_BACKEND!r}.", hint=hint, id="finrag.E007")]


@register(Tags.models)
def phrases(app_configs: Apps, **_: Any) -> list[CheckMessage]:
    if not settings.PHRASE_MODEL or Path(settings.PHRASE_MODEL).is_file():
        return []
    hint = "Name a file that `manage.py train phrases` wrote, or unset FINRAG_PHRASE_MODEL for the one that ships."
    return [Error("FINRAG_PHRASE_MODEL names no file.", hint=hint, id="finrag.E015")]


@register(Tags.database)
def pairing(app_configs: Apps, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Asked of the store itself, so only where Django is told that it may be asked, and has its tables."""
    if not databases or EmbeddingModel._meta.db_table not in connection.introspection.table_names():
        return []
    wrong = embedders.mismatch()
    return [Error(wrong, id="finrag.E014")] if wrong else []


@register(Tags.models)
def token_vectors(app_configs: Apps, **_: Any) -> list[CheckMessage]:
    if settings.LATE_INTERACTION_BITS in TOKEN_BITS:
        return []
    words = f"Token vectors cannot be kept in {settings.LATE_INTERACTION_BITS} bits."
    hint = f"Set FINRAG_LATE_INTERACTION_BITS to one of: {', '.join(map(str, TOKEN_BITS))}."
    return [Error(words, hint=hint, id="finrag.E010")]


@register(Tags.models)
def language_models(app_configs: Apps, **_: Any) -> list[CheckMessage]:
    return [finding for role, named in settings.LLM_ENDPOINTS.items() for finding in _language_model(role, named)]


def _language_model(role: str, named: dict[str, Any]) -> Iterator[CheckMessage]:
    url, parts = named["url"], f"FINRAG_LLM_{{URL,KEY,MODEL}} or FINRAG_LLM_{role.upper()}_{{URL,KEY,MODEL}}"
    if url and not is_web_address(url):
        hint = f"Give the part of the address before /chat/completions, with http:// or https://: {parts}."
        yield Error(f"The endpoint of the {role}'s model is no web address.", hint=hint, id="finrag.E009")
    elif url and named["key"] and url.startswith("http:") and urlsplit(url).hostname not in LOCAL_NAMES:
        hint = "Use an https address: the key travels readable until then."
        yield Warning(f"The key of the {role}'s model is sent over plain HTTP.", hint=hint, id="finrag.W002")
    if bool(url) != bool(named["model"]) and role != "vision":
        hint = f"Name both the address and the model, or neither: {parts}."
        yield Warning(f"The {role}'s model is only half configured, and not used.", hint=hint, id="finrag.W003")


@register(Tags.files)
def prices(app_configs: Apps, **_: Any) -> list[CheckMessage]:
    """Where share prices come from, if from anywhere."""
    if settings.PRICES_DIR and not Path(settings.PRICES_DIR).is_dir():
        words = f"The folder for share prices, {settings.PRICES_DIR}, is not there: no question gets a price."
        return [Error(words, hint="Make it, or unset FINRAG_PRICES_DIR.", id="finrag.E011")]
    if settings.PRICES_DIR or not settings.MARKET_KEY:
        return []
    if not is_web_address(settings.MARKET_URL):
        hint = "Unset FINRAG_MARKET_URL for the service's own, or give one with http:// or https://."
        return [Error("The address of the market data service is no web address.", hint=hint, id="finrag.E012")]
    if settings.MARKET_URL.startswith("http:") and urlsplit(settings.MARKET_URL).hostname not in LOCAL_NAMES:
        hint = "Use an https address: the key travels readable until then."
        return [Warning("The key of the market data service is sent over plain HTTP.", hint=hint, id="finrag.W004")]
    return []


@register(Tags.security)
def https(app_configs: Apps, **_: Any) -> list[CheckMessage]:
    local = {"localhost", "127.0.0.1", "[::1]", "testserver"}
    if settings.DEBUG or settings.HTTPS or set(settings.ALLOWED_HOSTS) <= local:
        return []
    hint = "Put a proxy with TLS in front and set FINRAG_HTTPS=1; passwords and cookies travel readable until then."
    return [Warning("Other machines may log in over plain HTTP.", hint=hint, id="finrag.W001")]


def _unreachable(error: DatabaseError) -> Error:
    cause = " ".join(str(error).split())
    return Error(f"The database does not answer: {cause}", hint="Is DATABASE_URL right?", id="finrag.E008")


@register(Tags.security)
def two_roles(app_configs: Apps, **_: Any) -> list[CheckMessage]:
    """Whoever owns a table may switch off its triggers: the application should own none."""
    if settings.DATABASE_APPLICATION_ROLE:
        return []
    hint = "Name the owner, another role of that database, in DATABASE_OWNER_URL: docs/operations.md says how."
    words = (
        "The application connects as the owner of its tables: the database neither guards the audit trail from it nor "
        "keeps what is private from whom it is not meant for."
    )
    return [Warning(words, hint=hint, id="finrag.W005")]

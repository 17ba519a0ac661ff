"""Where uploaded files are kept: in a folder, or in a bucket of anything that speaks S3 (`FINRAG_S3_BUCKET`)."""

from typing import Any

from finrag_site import environment
from finrag_site.embedded.failure import ServerFailed

IN_MEMORY_BYTES = 2 * 1024 * 1024  # of a file on its way; what is larger goes through a temporary file
CONNECT_SECONDS, READ_SECONDS, ATTEMPTS = 5, 60, 3


def store_of_files() -> dict[str, Any]:
    """Django's settings of the default storage.

    Raises:
        ServerFailed: a key without its secret, or a secret without its key.
    """
    if not (bucket := environment.text("FINRAG_S3_BUCKET")):
        return {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    return {
        "BACKEND": "finrag_site.object_store.ObjectStore",
        "OPTIONS": {"bucket_name": bucket} | _access() | _place(),
    }


def _access() -> dict[str, Any]:
    """Without keys of ours the machine's own right to the bucket is used, where it has one."""
    key, secret = environment.text("FINRAG_S3_KEY"), environment.text("FINRAG_S3_SECRET")
    if bool(key) != bool(secret):
        raise ServerFailed("FINRAG_S3_KEY and FINRAG_S3_SECRET belong together: set both, or neither.")
    return {"access_key": key, "secret_key": secret} if key else {}


def _place() -> dict[str, Any]:
    endpoint = environment.text("FINRAG_S3_ENDPOINT")
    style = environment.one_of("FINRAG_S3_ADDRESSES", ("path", "virtual") if endpoint else ("virtual", "path"))
    return {
        "endpoint_url": endpoint or None,
        "region_name": environment.text("FINRAG_S3_REGION") or None,
        "addressing_style": style,
        "location": environment.text("FINRAG_S3_PREFIX"),
        "file_overwrite": False,  # what a citation points at never changes
        "max_memory_size": IN_MEMORY_BYTES,
    }

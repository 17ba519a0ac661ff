"""Files in a bucket, by django-storages; whatever keeps us from the bucket is one kind of error."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from boto3.exceptions import Boto3Error
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from storages.backends.s3 import S3Storage

from apps.documents.stored_files import StoreUnreachable
from finrag_site.files import ATTEMPTS, CONNECT_SECONDS, READ_SECONDS


class ObjectStore(S3Storage):  # type: ignore[misc]
    """Raises FileNotFoundError for what is not there, StoreUnreachable where the bucket cannot be asked."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._process = os.getpid()
        self.client_config = Config(
            s3={"addressing_style": self.addressing_style},
            connect_timeout=CONNECT_SECONDS,
            read_timeout=READ_SECONDS,
            retries={"total_max_attempts": ATTEMPTS, "mode": "standard"},
        )

    @property
    def connection(self) -> Any:
        """A forked process opens its own: two on one would read each other's answers."""
        if self._process != os.getpid():
            self._connections, self._process = threading.local(), os.getpid()
        return super().connection

    @property
    def bucket(self) -> Any:
        return self.connection.Bucket(self.bucket_name)

    def _open(self, name: str, mode: str = "rb") -> Any:
        """The content is fetched here, so that an error comes before the first byte is sent on."""
        with _asked():
            opened = super()._open(name, mode)
            opened.open()
            return opened

    def _save(self, name: str, content: Any) -> str:
        with _asked():
            return str(super()._save(name, content))

    def delete(self, name: str) -> None:
        with _asked():
            super().delete(name)

    def exists(self, name: str) -> bool:
        with _asked():
            return bool(super().exists(name))

    def size(self, name: str) -> int:
        with _asked():
            return int(super().size(name))


@contextmanager
def _asked() -> Iterator[None]:
    try:
        yield
    except (BotoCoreError, Boto3Error, ClientError) as error:
        raise StoreUnreachable(f"The store of files cannot be used: {error}") from error

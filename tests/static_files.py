"""A pytest plugin: pages under test name static files plainly, so that no `collectstatic` has to run before them."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def plain_static_files() -> Iterator[None]:
    from django.conf import settings
    from django.test import override_settings

    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain}):
        yield

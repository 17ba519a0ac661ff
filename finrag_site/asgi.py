"""The web application for an ASGI server."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "finrag_site.settings")

django.setup(set_prefix=False)

from apps.connect.web import Connect  # noqa: E402
from finrag_site.body_limit import BodyLimit  # noqa: E402 - it reads the models, which are there only now
from finrag_site.pages import Pages  # noqa: E402
from finrag_site.pairing import refuse_wrong_pairing  # noqa: E402

refuse_wrong_pairing()
application = BodyLimit(Connect(Pages()))

"""The API under /api/v1: the routers of the apps, each with token or session authentication."""

from ninja import NinjaAPI

api = NinjaAPI(title="finrag", version="1", urls_namespace="api")

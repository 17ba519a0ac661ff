"""Is every part alive? Grown in its own step: web and database so far."""

from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, JsonResponse


@login_not_required
def healthz(request: HttpRequest) -> JsonResponse:
    with connection.cursor() as cursor:
        cursor.execute("select 1")
    return JsonResponse({"web": "ok", "database": "ok"})

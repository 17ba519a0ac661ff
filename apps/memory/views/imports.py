"""Taking answers in from XLSX."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from apps.accounts.permissions import user_of, writer_required
from apps.audit.address import client_address
from apps.memory import importing
from apps.memory.forms import ImportForm


@require_http_methods(["GET", "HEAD", "POST"])
@writer_required
def take(request: HttpRequest) -> HttpResponse:
    """The form; after a file, what was taken and why the rest was not."""
    user = user_of(request)
    form = ImportForm(request.POST or None, request.FILES or None, user=user)
    if request.method != "POST" or not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return render(request, "memory/import.html", {"form": form}, status=status)
    file = form.cleaned_data["file"]
    try:
        done = importing.take(user, file.name, file.read(), form.cleaned_data["circle"], client_address(request))
    except importing.CannotImportError as error:
        form.add_error("file", str(error))
        return render(request, "memory/import.html", {"form": form}, status=422)
    return render(request, "memory/import.html", {"form": ImportForm(user=user), "done": done})

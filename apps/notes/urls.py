"""Pages of the vault."""

from django.urls import path

from apps.notes import vault_views, views

app_name = "notes"
urlpatterns = [
    path("", views.notes, name="notes"),
    path("new", views.new, name="new"),
    path("preview", views.preview, name="preview"),
    path("complete", views.complete, name="complete"),
    path("add", views.add, name="add"),
    path("vault.zip", vault_views.export, name="export"),
    path("import", vault_views.take, name="import"),
    path("<uuid:uid>/", views.note, name="note"),
    path("<uuid:uid>/save", views.save, name="save"),
    path("<uuid:uid>/share", views.share, name="share"),
    path("<uuid:uid>/delete", views.delete, name="delete"),
    path("<uuid:uid>/revisions/<int:number>/", views.revision, name="revision"),
    path("<uuid:uid>/revisions/<int:number>/restore", views.restore_revision, name="restore_revision"),
]

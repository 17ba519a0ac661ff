"""Pages of audit."""

from django.urls import path

from apps.audit import views, witness_views

app_name = "audit"
urlpatterns = [
    path("", views.events, name="events"),
    path("events/<uuid:uid>/", views.event, name="event"),
    path("events/<uuid:uid>/open", views.open_closed, name="open"),
    path("export.csv", views.export_csv, name="export"),
    path("witness/add-checkpoint", witness_views.add_checkpoint, name="witness"),
]

"""Pages of audit."""

from django.urls import path

from apps.audit import views

app_name = "audit"
urlpatterns = [
    path("", views.events, name="events"),
    path("events/<uuid:uid>/", views.event, name="event"),
    path("events/<uuid:uid>/open", views.open_closed, name="open"),
    path("export.csv", views.export_csv, name="export"),
]

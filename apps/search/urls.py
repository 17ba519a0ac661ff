"""Pages of the search."""

from django.urls import path

from apps.search import views

app_name = "search"
urlpatterns = [
    path("search/", views.search, name="search"),
    path("search/why", views.why, name="why"),
    path("answers/<uuid:uid>/why", views.why_answer, name="why_answer"),
]

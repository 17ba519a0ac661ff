"""Pages of evaluation."""

from django.urls import path

from apps.evaluation import views

app_name = "evaluation"
urlpatterns = [
    path("", views.sets, name="sets"),
    path("add", views.add, name="add"),
    path("<uuid:uid>/", views.one_set, name="set"),
    path("<uuid:uid>/start", views.start, name="start"),
    path("<uuid:uid>/delete", views.delete, name="delete"),
    path("runs/<uuid:uid>/", views.run, name="run"),
    path("runs/<uuid:uid>/run.csv", views.export, name="export"),
    path("runs/<uuid:uid>/<int:ordinal>/verdict", views.verdict, name="verdict"),
    path("runs/<uuid:uid>/after/<uuid:other>/", views.compare, name="compare"),
]

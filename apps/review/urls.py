"""Pages of review."""

from django.urls import path

from apps.review import export_views, views

app_name = "review"
urlpatterns = [
    path("", views.overview, name="overview"),
    path("answers/", views.answers, name="answers"),
    path("answers/export.csv", export_views.listed_csv, name="csv"),
    path("answers/export.xlsx", export_views.listed_xlsx, name="xlsx"),
    path("answers/dossiers.zip", export_views.listed_dossiers, name="dossiers"),
    path("answers/sample", views.draw_sample, name="sample"),
    path("answers/<uuid:uid>/", views.answer, name="answer"),
    path("answers/<uuid:uid>/open", views.open_answer, name="open_answer"),
    path("answers/<uuid:uid>/note", views.note, name="note"),
    path("answers/<uuid:uid>/replay", views.replay, name="replay"),
    path("answers/<uuid:uid>/dossier.zip", export_views.dossier, name="dossier"),
    path("views/", views.save_view, name="save_view"),
    path("views/<uuid:uid>/forget", views.forget_view, name="forget_view"),
    path("due/", views.due, name="due"),
    path("documents/<uuid:uid>/", views.document, name="document"),
    path("documents/<uuid:uid>/open", views.open_document, name="open_document"),
    path("people/<uuid:uid>/", views.person, name="person"),
]

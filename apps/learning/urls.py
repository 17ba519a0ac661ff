"""Pages of what models learn."""

from django.urls import path

from apps.learning import pair_views, views

app_name = "learning"
urlpatterns = [
    path("", views.overview, name="overview"),
    path("models/<uuid:uid>/activate", views.activated, name="activate"),
    path("models/roll-back", views.rolled_back, name="roll_back"),
    path("spot-check/", views.spot_check, name="spot_check"),
    path("spot-check/pairs/", pair_views.pair, name="pair"),
    path("spot-check/pairs/undo", pair_views.undo, name="undo_pair"),
    path("spot-check/pairs/<uuid:uid>/prefer", pair_views.prefer, name="prefer"),
    path("spot-check/undo", views.undo, name="undo"),
    path("spot-check/<uuid:uid>/grade", views.grade, name="grade"),
]

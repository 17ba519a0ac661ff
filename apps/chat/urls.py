"""Pages of chat."""

from django.urls import path

from apps.chat import answer_views, views
from apps.chat.events import events

app_name = "chat"
urlpatterns = [
    path("", views.home, name="home"),
    path("ask", views.ask, name="ask"),
    path("conversations/", views.conversations, name="conversations"),
    path("conversations/<uuid:uid>/", views.conversation, name="conversation"),
    path("conversations/<uuid:uid>/rename", views.rename, name="rename"),
    path("conversations/<uuid:uid>/delete", views.delete, name="delete"),
    path("conversations/<uuid:uid>/restore", views.restore, name="restore"),
    path("answers/<uuid:uid>/", answer_views.answer, name="answer"),
    path("answers/<uuid:uid>/events", events, name="events"),
    path("answers/<uuid:uid>/stop", answer_views.stop, name="stop"),
    path("answers/<uuid:uid>/retry", answer_views.retry, name="retry"),
    path("citations/<uuid:uid>/", answer_views.citation, name="citation"),
]

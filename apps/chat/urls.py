"""Pages of chat."""

from django.urls import path

from apps.chat import answer_views, bin_views, export_views, views
from apps.chat.events import events
from apps.chat.exporting.formats import Format
from apps.chat.track_record import track_record

app_name = "chat"
urlpatterns = [
    path("", views.home, name="home"),
    path("ask", views.ask, name="ask"),
    path("conversations/", views.conversations, name="conversations"),
    path("conversations/<uuid:uid>/", views.conversation, name="conversation"),
    path("conversations/<uuid:uid>/rename", views.rename, name="rename"),
    path("conversations/<uuid:uid>/delete", views.delete, name="delete"),
    path("conversations/<uuid:uid>/restore", views.restore, name="restore"),
    path("conversations/<uuid:uid>/share", views.share, name="share"),
    path("conversations/<uuid:uid>/unshare", views.unshare, name="unshare"),
    path("answers/<uuid:uid>/", answer_views.answer, name="answer"),
    path("answers/<uuid:uid>/events", events, name="events"),
    path("answers/<uuid:uid>/stop", answer_views.stop, name="stop"),
    path("answers/<uuid:uid>/retry", answer_views.retry, name="retry"),
    path("answers/<uuid:uid>/next", answer_views.following, name="following"),
    path("answers/<uuid:uid>/feedback", answer_views.feedback, name="feedback"),
    path("bin/", bin_views.lying, name="bin"),
    path("bin/documents/<uuid:uid>/erase", bin_views.erase_document, name="erase_document"),
    path("bin/conversations/<uuid:uid>/erase", bin_views.erase_conversation, name="erase_conversation"),
    path("trust/", track_record, name="track_record"),
    path("citations/<uuid:uid>/", answer_views.citation, name="citation"),
]
for form in Format:
    urlpatterns += [
        path(f"answers/<uuid:uid>/answer.{form}", export_views.answer, {"form": form}, name=f"answer_{form}"),
        path(
            f"conversations/<uuid:uid>/conversation.{form}",
            export_views.conversation,
            {"form": form},
            name=f"conversation_{form}",
        ),
    ]

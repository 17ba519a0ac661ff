"""Pages of accounts."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from apps.accounts import views

app_name = "accounts"
urlpatterns = [
    path("login/", views.LoginPage.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("profile/", views.profile, name="profile"),
    path("password/", views.PasswordPage.as_view(), name="password"),
    path("tokens/", views.make_token, name="tokens"),
    path("tokens/<uuid:uid>/revoke/", views.revoke_token, name="revoke_token"),
]

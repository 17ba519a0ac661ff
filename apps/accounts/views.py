"""Log-in, and the pages on which people look after their own account."""

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from apps.accounts.forms import LONGEST_NAME, LoginForm, NewPasswordForm, TokenForm
from apps.accounts.lockout import lockout_response
from apps.accounts.models import ApiToken, User
from apps.accounts.permissions import user_of
from apps.accounts.throttle import count_failure, may_try
from apps.audit.address import client_address
from apps.audit.models import Action
from apps.audit.trail import Subject, record
from apps.audit.veil import openings_of

OPENINGS = 20

form_page = method_decorator(require_http_methods(["GET", "HEAD", "POST"]), name="dispatch")


@form_page
class LoginPage(LoginView):
    """Throttled by axes; goes on only to addresses of this site."""

    template_name = "accounts/login.html"
    authentication_form = LoginForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """400 for a name that nobody can have, with the event that every failure leaves."""
        name = request.POST.get("username", "")
        if len(name) <= LONGEST_NAME:
            return super().post(request, *args, **kwargs)
        record(
            Action.LOGIN_FAILED, anonymous=True, subject=Subject("user", None, name), address=client_address(request)
        )
        form = LoginForm(request, data={"username": name})
        form.add_error("username", f"A user name has at most {LONGEST_NAME} characters.")
        return render(request, self.template_name, {"form": form, "next": ""}, status=400)


@form_page
class PasswordPage(PasswordChangeView):
    """Changing one's own password ends all other sessions."""

    template_name = "accounts/password.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("accounts:profile")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Whoever found an open session does not try out passwords here: they are counted as in the log-in."""
        name = user_of(request).username
        if not may_try(request, name):
            return lockout_response(request, credentials={"username": name})
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: Any) -> HttpResponse:
        if form.has_error("old_password", "password_incorrect"):
            count_failure(type(self), self.request, user_of(self.request).username)
        return super().form_invalid(form)

    @transaction.atomic
    def form_valid(self, form: Any) -> HttpResponse:
        user = user_of(self.request)
        response = super().form_valid(form)
        record(
            Action.PASSWORD_CHANGED,
            actor=user,
            subject=Subject("user", user.uid, user.username),
            address=client_address(self.request),
        )
        messages.success(self.request, "Your password is changed. Other sessions of yours are logged out.")
        return response


def _profile(request: HttpRequest, form: TokenForm, status: int = 200, **more: Any) -> HttpResponse:
    tokens = ApiToken.objects.visible_to(user_of(request))
    told = {"tokens": tokens, "form": form, "openings": openings_of(user_of(request))[:OPENINGS]}
    return render(request, "accounts/profile.html", {**told, **more}, status=status)


@require_safe
def profile(request: HttpRequest) -> HttpResponse:
    """Who I am here, and my API tokens."""
    return _profile(request, TokenForm(user=user_of(request)))


@require_POST
@never_cache
@sensitive_variables("secret")
def make_token(request: HttpRequest) -> HttpResponse:
    """Answers with the page itself, not a redirect: the new token's text is in this response and nowhere else."""
    user = user_of(request)
    form = TokenForm(request.POST, user=user)
    if not form.is_valid():
        return _profile(request, form, status=422)
    with transaction.atomic():
        token, secret = ApiToken.objects.make(user, form.cleaned_data["name"], form.scopes(), form.expires())
        what = {"scopes": token.scopes, "expires": token.expires.isoformat() if token.expires else "never"}
        _record_token(Action.TOKEN_CREATED, request, user, token, **what)
    return _profile(request, TokenForm(user=user), made=token, secret=secret)


@require_POST
def revoke_token(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    user = user_of(request)
    token = get_object_or_404(ApiToken.objects.visible_to(user), uid=uid)
    with transaction.atomic():
        if token.revoke():
            _record_token(Action.TOKEN_REVOKED, request, user, token)
    messages.success(request, f"The token “{token.name}” no longer works.")
    return redirect("accounts:profile")


def _record_token(action: Action, request: HttpRequest, user: User, token: ApiToken, **detail: Any) -> None:
    subject = Subject("token", token.uid, token.name)
    record(action, actor=user, subject=subject, address=client_address(request), prefix=token.prefix, **detail)

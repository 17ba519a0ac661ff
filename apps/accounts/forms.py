"""What people type on the pages of their account."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm

from apps.accounts.models import ApiToken, User

MOST_TOKENS = 20


def _styled(form: forms.BaseForm) -> None:
    for field in form.fields.values():
        field.widget.attrs.setdefault("class", "form-control")


class LoginForm(AuthenticationForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _styled(self)


class NewPasswordForm(PasswordChangeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _styled(self)


class TokenForm(forms.Form):
    """The name of a new token, for `user`, who may have 20 that work."""

    name = forms.CharField(max_length=100, label="What is it for?")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["name"].widget.attrs |= {"placeholder": "Quarterly report script", "autocomplete": "off"}
        _styled(self)

    def clean(self) -> None:
        if ApiToken.objects.usable().filter(user=self.user).count() >= MOST_TOKENS:
            raise forms.ValidationError(f"You have {MOST_TOKENS} tokens. Revoke one that is no longer used.")

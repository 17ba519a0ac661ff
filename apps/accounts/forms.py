"""What people type on the pages of their account."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.utils import timezone

from apps.accounts.models import ApiToken, Scope, User

MOST_TOKENS = 20
LONGEST_NAME = 150
DAYS = (("30", "30 days"), ("90", "90 days"), ("365", "one year"), ("0", "without end"))


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
    """What a new token is for and how long it works, for `user`, who may have 20 that work."""

    name = forms.CharField(max_length=100, label="What is it for?")
    allowed = forms.MultipleChoiceField(
        choices=[scope for scope in Scope.choices if scope[0] != Scope.READ],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        label="Besides reading, it may",
    )
    days = forms.ChoiceField(choices=DAYS, initial="90", required=False, label="It works for")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["name"].widget.attrs |= {"placeholder": "Quarterly report script", "autocomplete": "off"}
        _styled(self)
        self.fields["allowed"].widget.attrs["class"] = "form-check-input"
        self.fields["days"].widget.attrs["class"] = "form-select"

    def scopes(self) -> list[str]:
        """Call after is_valid()."""
        return [Scope.READ.value, *self.cleaned_data["allowed"]]

    def expires(self) -> datetime | None:
        """Call after is_valid(). Where nothing is said, 90 days."""
        days = int(self.cleaned_data["days"] or self.fields["days"].initial)
        return timezone.now() + timedelta(days=days) if days else None

    def clean(self) -> None:
        if ApiToken.objects.usable().filter(user=self.user).count() >= MOST_TOKENS:
            raise forms.ValidationError(f"You have {MOST_TOKENS} tokens. Revoke one that is no longer used.")

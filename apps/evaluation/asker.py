"""The user in whose name benchmarks ask and upload. Nobody can log in as it."""

from apps.accounts.models import Role, User

NAME = "benchmark"


def asker() -> User:
    """The user, made when it is first needed."""
    user, made = User.objects.get_or_create(username=NAME, defaults={"role": Role.ANALYST})
    if made:
        user.set_unusable_password()
        user.save()
    return user

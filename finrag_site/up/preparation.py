"""`python -m finrag_site.up.preparation`: bring database, static files, people and the sample to where this code is.

Everything here may be repeated: each step does what is missing, and an interrupted one is done again.
"""

import hashlib
import os
import sys
from importlib.metadata import version
from pathlib import Path

import django
from django.core.checks import ERROR, run_checks
from django.core.management import call_command
from django.db import OperationalError, transaction

from apps.accounts import acting
from finrag_site import database, environment, tables
from finrag_site.embedded.failure import ServerFailed
from finrag_site.embedded.paths import BASE, Layout, layout


def collect_static() -> None:
    """Style sheets and scripts under names of their own and compressed: again only where one of them has changed.

    Compressing takes two cores the better part of a minute, and a store is started more often than it is updated.
    """
    from django.conf import settings

    marker, now = Path(settings.STATIC_ROOT) / ".collected", _static_sources()
    if marker.exists() and marker.read_text() == now:
        return
    marker.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    marker.write_text(now)


def _static_sources() -> str:
    """Changes with any file that is collected, and with what collects it."""
    from django.contrib.staticfiles.finders import get_finders

    digest = hashlib.sha256(f"{django.__version__} {version('whitenoise')}".encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            found = Path(storage.path(name)).stat()
            digest.update(f"{name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def make_people(place: Layout) -> None:
    """The demo users of a store where nobody can log in yet; their passwords are shown once and kept in `var/`."""
    from apps.accounts.demo import create_demo_users
    from apps.accounts.models import User

    if environment.text("DATABASE_URL") and not environment.flag("FINRAG_DEMO_USERS"):
        return  # others may come to that store: its first administrator is made by `manage.py createsuperuser`
    if any(user.has_usable_password() for user in User.objects.all()):
        return
    with transaction.atomic():  # the file comes before the commit: no password is ever lost
        made = create_demo_users()
        _keep(place.demo_users, [f"{name:<10} {password}" for name, password in made])
    print("Made four users; their passwords are shown this once and kept in", place.demo_users)
    for name, password in made:
        print(f"  {name:<10} {password}")


def load_sample() -> None:
    """Upload the invented filing, unless this store has ever had it."""
    from apps.documents.models import DocumentVersion

    if not environment.flag("FINRAG_SAMPLE", True):
        return
    for sample in sorted((BASE / "samples").glob("*_10K.pdf")):
        if not DocumentVersion.objects.filter(file_name=sample.name).exists():
            _upload(sample)


def _upload(sample: Path) -> None:
    from django.core.files import File

    from apps.accounts.models import Role, User
    from apps.documents.models import Visibility
    from apps.documents.uploads import accept

    owner = User.objects.filter(role=Role.ADMINISTRATOR).order_by("id").first()
    if owner is None:
        return
    with sample.open("rb") as file:
        accept(owner, sample.name, File(file, sample.name), visibility=Visibility.EVERYONE)
    print(f"Loading the sample filing {sample.name}; it is ready in a few seconds.")


def _keep(path: Path, lines: list[str]) -> None:
    half = path.with_suffix(".half")
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write("\n".join(lines) + "\n")
    half.replace(path)


def main() -> int:
    try:
        return prepare(layout())
    except (ServerFailed, OperationalError) as failed:
        print(" ".join(str(failed).split()), file=sys.stderr)
        return 1


def prepare(place: Layout) -> int:
    """0, or 1 when the configuration is wrong, with a line for each mistake on standard error."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "finrag_site.settings")
    database.act_as_owner()
    acting.begin(acting.SERVICE)
    django.setup()
    wrong = [message for message in run_checks(databases=["default"]) if message.level >= ERROR]
    for message in wrong:
        print(f"{message.id}: {message.msg} {message.hint or ''}", file=sys.stderr)
    if wrong:
        return 1
    tables.migrate()
    if not environment.text("FINRAG_STATIC_DIR"):
        collect_static()
    make_people(place)
    load_sample()
    return 0


if __name__ == "__main__":
    sys.exit(main())

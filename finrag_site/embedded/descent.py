"""Started as root, we become the user to whom the store belongs: what reads hostile files has no power over a machine.

Whoever types `manage.py` as root keeps one right of root, to read and write any file: a filing in root's home can be
ingested, and what is written into the store belongs to the store's user all the same.
"""

import ctypes
import os
import pwd
import stat
import subprocess
import sys
from pathlib import Path

from finrag_site import environment
from finrag_site.embedded.account import account
from finrag_site.embedded.failure import ServerFailed
from finrag_site.embedded.paths import BASE, Layout

PRIVATE = 0o077
PR_SET_PDEATHSIG, PR_GET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_KEEPCAPS = 1, 2, 4, 8
CAPABILITIES_3 = 0x20080522  # linux/capability.h: the version of the two structures below
DAC_OVERRIDE, DAC_READ_SEARCH = 1, 2
COMES = "import os, sys; os.chdir(sys.argv[1]); import manage, finrag_site.environment, django, psycopg"


class Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class Rights(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


def step_down(place: Layout, *, any_file: bool = False) -> bool:
    """Become the store's user if we are root, and hand over to it what root wrote; False where we had to stay root.

    `any_file` keeps the right to read and write every file, in this process alone: programs that it starts lose it.
    Nobody but the store's user reads what is in the store from here on, whoever we were.

    Raises:
        ServerFailed: there is no such user and none can be made.
    """
    os.umask(PRIVATE)
    _make(place)
    user = account(place)
    if user is not None and not _reaches(user, place):
        return False
    for folder in (place.var, Path(environment.text("FINRAG_FILES_DIR", str(place.files)))):
        hand_over(folder, user)
    if user is not None:
        _become(user, any_file=any_file)
        os.environ["HOME"] = str(place.var)  # root's is closed to us: caches of libraries go where we may write
    return True


def _make(place: Layout) -> None:
    try:
        place.make()
    except OSError as error:
        cause = error.strerror
        raise ServerFailed(f"The folder {place.var} cannot be written ({cause}): set FINRAG_VAR_DIR.") from error


def _reaches(user: pwd.struct_passwd, place: Layout) -> bool:
    """Whether that user can come to the code, to Python's packages and to where the store lies."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", COMES, place.var.parent],
            user=user.pw_uid,
            group=user.pw_gid,
            extra_groups=[],
            env=os.environ | {"PYTHONPATH": str(BASE)},
            capture_output=True,
            cwd="/",
        )
    except OSError:  # not even to this Python
        return False
    return done.returncode == 0


def hand_over(folder: Path, user: pwd.struct_passwd | None) -> None:
    """Give to `user` (None: leave as it is) what is root's in `folder`, and close it to everybody else.

    The database's files are left to the database. No link is followed, and a file with a second name is left alone:
    that name may be one of the system's.
    """
    if not folder.exists():
        return
    for _, folders, files, descriptor in os.fwalk(folder):
        folders[:] = [name for name in folders if not _is_database(name, descriptor, user)]
        for name in files:
            _hand_over(name, descriptor, user)
        _close(descriptor, os.fstat(descriptor), user)


def _is_database(name: str, folder: int, user: pwd.struct_passwd | None) -> bool:
    """A data folder of PostgreSQL's, unless root made it half: PostgreSQL keeps its own closed by itself."""
    try:
        found = os.stat(f"{name}/PG_VERSION", dir_fd=folder, follow_symlinks=False)
    except OSError:
        return False
    return user is None or found.st_uid != 0


def _hand_over(name: str, folder: int, user: pwd.struct_passwd | None) -> None:
    try:
        opened = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    except OSError:
        return  # a link, a socket, somebody else's, or gone meanwhile
    try:
        found = os.fstat(opened)
        if stat.S_ISREG(found.st_mode) and found.st_nlink == 1:
            _close(opened, found, user)
    finally:
        os.close(opened)


def _close(opened: int, found: os.stat_result, user: pwd.struct_passwd | None) -> None:
    if user is not None and found.st_uid == 0:
        os.fchown(opened, user.pw_uid, user.pw_gid)
    if found.st_mode & PRIVATE and (os.geteuid() in {0, found.st_uid}):
        os.fchmod(opened, stat.S_IMODE(found.st_mode) & ~PRIVATE)


def _become(user: pwd.struct_passwd, *, any_file: bool) -> None:
    """For good. The kernel forgets with the old user who was to be told of our parent's end: it is told again."""
    libc = ctypes.CDLL(None, use_errno=True)
    parents_end = ctypes.c_int()
    libc.prctl(PR_GET_PDEATHSIG, ctypes.byref(parents_end))
    libc.prctl(PR_SET_KEEPCAPS, int(any_file))
    os.setgroups([])
    os.setresgid(user.pw_gid, user.pw_gid, user.pw_gid)
    os.setresuid(user.pw_uid, user.pw_uid, user.pw_uid)
    if any_file:
        kept = 1 << DAC_OVERRIDE | 1 << DAC_READ_SEARCH
        libc.capset(ctypes.byref(Header(CAPABILITIES_3, 0)), (Rights * 2)(Rights(kept, kept, 0)))
    libc.prctl(PR_SET_DUMPABLE, 1)
    libc.prctl(PR_SET_PDEATHSIG, parents_end.value)

"""What scripts share that ask a store's questions as one of its users."""

import argparse
from collections import Counter


def options(told: str) -> argparse.ArgumentParser:
    """Who asks, which part of the questions, and whether each is told. told: what the script is for."""
    found = argparse.ArgumentParser(description=told, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--as", dest="viewer", required=True)
    found.add_argument("--part", type=int, default=0)
    found.add_argument("--of", type=int, default=1)
    found.add_argument("--list", action="store_true")
    return found


def begin() -> None:
    """Before anything of the store is touched."""
    import django

    django.setup()
    from apps.accounts import acting

    acting.begin(acting.SERVICE)


def tell(found: Counter[str]) -> None:
    print(", ".join(f"{how}: {count}" for how, count in sorted(found.items())))

"""What templates of the memory bank ask of a cell."""

from django import template
from django.urls import reverse

from apps.memory.models import Cell, Evidence
from apps.memory.tables import short

register = template.Library()


@register.filter
def printed(cell: Cell) -> str:
    return short(cell)


@register.filter
def page_of(one: Evidence) -> str:
    """The address of the page with the place marked."""
    address = reverse("documents:version", args=[one.version.uid])
    return f"{address}?page={one.page + 1}&start={one.start}&end={one.end}"


@register.filter
def sorting(sort: str, column: object) -> str:
    """The sort that a click on a column's head gives: up, down, then up again."""
    return f"-{column}" if sort == str(column) else str(column)


@register.filter
def sorted_as(sort: str, column: object) -> str:
    """What `aria-sort` says of a column."""
    return {str(column): "ascending", f"-{column}": "descending"}.get(sort, "")

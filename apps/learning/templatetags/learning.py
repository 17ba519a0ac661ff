"""How shares stand in tables."""

from django import template

register = template.Library()


@register.filter
def shown_share(of: tuple[float, float, float]) -> str:
    """The share and its interval: 70% (48 to 85%)."""
    share, low, high = of
    return f"{share:.0%} ({low * 100:.0f} to {high:.0%})"

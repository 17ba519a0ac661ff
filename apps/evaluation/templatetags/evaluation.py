"""How shares stand in tables."""

from django import template

from apps.evaluation.runs import Share
from apps.learning.gate import Verdict

register = template.Library()


@register.filter
def share(of: Share) -> str:
    """14 of 20; nothing where nothing was expected."""
    return f"{of.count} of {of.of}" if of.of else ""


@register.filter
def interval(of: Share) -> str:
    """70% (48 to 85%)."""
    low, high = of.interval
    return f"{of.share:.0%} ({low * 100:.0f} to {high:.0%})" if of.of else ""


@register.filter
def margin(of: Verdict | None) -> str:
    """+4 points (1 to 8); nothing where nothing can be compared."""
    return f"{of.difference * 100:+.0f} points ({of.low * 100:+.0f} to {of.high * 100:+.0f})" if of else ""

"""What the models may spend on one answer."""

from django.conf import settings

from apps.inference.language import Budget

OF_ONE_REQUEST = 0.5  # of the seconds left to an answer


def budget_of_answer(replies: int | None = None) -> Budget:
    """What the settings allow for one answer, where 0 is without limit, and so many replies; None is without limit."""
    return Budget(
        settings.LLM_BUDGET_TOKENS or None,
        settings.LLM_BUDGET_SECONDS or None,
        settings.LLM_BUDGET_COST or None,
        share=OF_ONE_REQUEST,
        replies=replies,
    )

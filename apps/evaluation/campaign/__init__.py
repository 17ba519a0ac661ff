"""Failures injected on purpose (A10): each must end in work that is resumed, or in an error on record."""

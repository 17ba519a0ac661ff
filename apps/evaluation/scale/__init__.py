"""A store of synthetic passages, to measure how the search grows."""

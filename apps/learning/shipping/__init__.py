"""How the cross-encoder that ships is made: a recipe, the sets of its stages, and the walk through them."""

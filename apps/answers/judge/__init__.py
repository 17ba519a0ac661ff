"""Does this evidence answer this query? Rules say what cannot; a trained model says how likely what is left does."""

"""The road on which a model looks for itself: a loop over few tools that ends in a checked submission."""

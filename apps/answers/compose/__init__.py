"""From what was computed and judged to a draft: claims with their places, and the words around them."""

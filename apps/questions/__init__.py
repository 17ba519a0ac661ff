"""What a question asks, read once, as one typed object that everything behind it takes."""

"""The road of a question: who asks, each stage, what is recorded, and what happens when a worker dies."""

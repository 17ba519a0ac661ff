"""The reader of questions: what a question names and asks for. It never knows how answers are found."""

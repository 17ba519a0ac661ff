"""What a language model adds to the road of a question, each behind the signature of the rules that it stands in for.

A model plans, chooses among passages and writes; it never computes, never executes, and cites only what it was shown.
Where it fails, the rules' answer is given and says so.
"""

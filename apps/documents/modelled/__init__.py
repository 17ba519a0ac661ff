"""What a language model adds to the reading of a filing, each behind the signature of the rules it stands in for.

Nothing a model says is taken on trust: names, figures and quotations must stand in the text that it was shown, or are
left out; where it fails, the rules' result stands and says so.
"""

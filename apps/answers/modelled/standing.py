"""A model never makes an answer worse: where the checks bear too little of it out, the rules' answer leads."""

from dataclasses import replace

from apps.accounts.models import User
from apps.answers.check.citations import Checked, validate
from apps.answers.check.trust import Readings, Thresholds
from apps.answers.compose.draft import Draft, Written
from apps.answers.models import Status

LEAST_BORNE_OUT = 0.5  # of a model's sentences, for its answer to stand in place of the rules'
DOUBTED = "What a language model wrote is not borne out by its sources; this is what the rules found."
LEFT_OUT = "What a language model wrote is not borne out by its sources and stands in the trail alone."


def checked(draft: Draft, asker: User, thresholds: Thresholds | None, readings: Readings) -> Checked:
    """The draft after its checks, or the rules' own with the model's marked sentences beside it.

    Where the rules found nothing either, they decline, and the sentences are kept with the calls alone.
    """
    found = _noted(draft, asker, thresholds, readings)
    if draft.otherwise is None or _stands(found):
        return found
    return _noted(_behind(draft.otherwise, draft), asker, thresholds, readings)


def _noted(draft: Draft, asker: User, thresholds: Thresholds | None, readings: Readings) -> Checked:
    """What was taken out leaves the notes where they are: they state nothing."""
    found = validate(draft, asker, thresholds, readings)
    return replace(found, draft=replace(found.draft, notes=draft.notes))


def _stands(found: Checked) -> bool:
    texts = {one.text for one in found.written}
    sentences = [one for one in found.validation["sentences"] if one["text"] in texts]
    borne_out = sum(1 for sentence in sentences if sentence["supported"])
    return bool(sentences) and borne_out >= LEAST_BORNE_OUT * len(sentences)


def _behind(by_rules: Draft, draft: Draft) -> Draft:
    """The rules' claims first, then those of the sentences that are not among them, whose positions move with them:
    places to look at, and no rows of the answer.
    """
    if by_rules.status is Status.NOT_FOUND:
        return replace(by_rules, notes=(*by_rules.notes, LEFT_OUT))
    own = [one if one in by_rules.claims else replace(one, lines=(), operand=None) for one in draft.claims]
    claims = tuple(dict.fromkeys([*by_rules.claims, *own]))
    places = [claims.index(claim) for claim in own]
    written = tuple(Written(one.text, tuple(places[place] for place in one.cites)) for one in draft.written)
    return replace(by_rules, claims=claims, notes=(*by_rules.notes, DOUBTED), written=written)

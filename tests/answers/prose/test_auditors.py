"""Who audits is told by the signature under the report."""

from tests.answers.prose.passages import passage
from tests.answers.prose.test_answering import answered, told

REPORT = "We have audited the accompanying balance sheets of Quillmark Foundry as of December 31, 2023."
SIGNED = (
    "Basis for Opinion\n\nOur audit included tests of the Company’s records.\n\n/s/ Marlow & Finch LLP\n\nHarbour City"
    "\n\nFebruary 27, 2024\n\nWe have served as the Company’s auditor since 2002."
)
ASKED = "Which firm audited the financial statements of Quillmark for 2023?"


def test_the_signature_names_the_auditor() -> None:
    prose = answered(ASKED, passage(1, REPORT), passage(2, SIGNED))

    assert prose.sure
    assert told(prose) == ["/s/ Marlow & Finch LLP", "We have served as the Company’s auditor since 2002."]


def test_without_a_signature_no_firm_is_told_surely() -> None:
    assert not answered(ASKED, passage(1, REPORT)).sure


def test_a_signature_outside_a_report_is_no_auditor() -> None:
    lawyers = "Our counsel reviewed the lease of the foundry.\n\n/s/ Marlow & Finch LLP"

    prose = answered(ASKED, passage(1, lawyers), passage(2, REPORT))

    assert not prose.sure
    assert "/s/ Marlow & Finch LLP" not in told(prose)


def test_what_else_is_asked_of_an_audit_is_not_who() -> None:
    question = "What fees did Quillmark pay its auditor in 2023?"

    assert "/s/ Marlow & Finch LLP" not in told(answered(question, passage(1, SIGNED)))

"""The kinds of report by what they cover."""

from apps.documents.models import Form

ANNUAL = frozenset({Form.TEN_K, Form.TWENTY_F, Form.ANNUAL_REPORT})
PERIODIC = ANNUAL | {Form.TEN_Q}

"""The memory bank: questions that come back, a cell for each and each period or filing, and what experts said."""

import uuid
from decimal import Decimal
from typing import ClassVar, Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from pgvector.django import HalfVectorField

from apps.accounts.models import User
from apps.documents.models import Chunk, Company, Document, DocumentVersion, Fact
from apps.memory.circles import circles_of

CURRENCY_LETTERS = 3


class Topic(models.TextChoices):
    """What an analyst looks a question up under."""

    GROWTH = "growth", "Sales and growth"
    PROFIT = "profit", "Profit"
    MARGINS = "margins", "Margins"
    COSTS = "costs", "Costs"
    CASH = "cash", "Cash flow"
    BALANCE = "balance", "Balance sheet"
    DEBT = "debt", "Debt and liquidity"
    CAPITAL = "capital", "Working capital"
    RETURNS = "returns", "Returns"
    SHAREHOLDERS = "shareholders", "Shareholders"
    OWN = "own", "Own questions"


class Kind(models.TextChoices):
    FIGURE = "figure", "Figure"
    WORDS = "words", "Words"


class QuestionQuerySet(models.QuerySet["CanonicalQuestion"]):
    def visible_to(self, user: User) -> Self:
        """The shipped ones, those that were shared, and own ones."""
        return self.filter(Q(owner=None) | Q(shared=True) | Q(owner=user))


class CanonicalQuestion(models.Model):
    """A question without company and period: these are slots, filled for each cell.

    query: JSON of `questions.query` without filers and periods. wording: how it is asked, `asked`: other ways.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    key = models.SlugField(max_length=64, unique=True, null=True)  # noqa: DJ001 - of a shipped one; others have none
    topic = models.CharField(max_length=16, choices=Topic.choices, default=Topic.OWN)
    ordinal = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.FIGURE)
    name = models.CharField(max_length=200)
    wording = models.TextField()
    asked = ArrayField(models.TextField(), default=list, blank=True)
    query = models.JSONField()
    owner = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    shared = models.BooleanField(default=False)
    changed = models.DateTimeField(auto_now=True)

    objects = QuestionQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["ordinal", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def wordings(self) -> list[str]:
        return [self.wording, *self.asked]


class WordingVector(models.Model):
    """What a model made of one wording of a question, without its slots."""

    question = models.ForeignKey(CanonicalQuestion, on_delete=models.CASCADE, related_name="vectors")
    model = models.CharField(max_length=100)
    text = models.TextField()
    dense = HalfVectorField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["question", "model", "text"], name="one_vector_per_wording")
        ]

    def __str__(self) -> str:
        return self.text[:80]


class GridKind(models.TextChoices):
    BANK = "bank", "Bank"  # canonical questions x periods of companies
    OWN = "own", "Own grid"  # any questions x any filings


class Grid(models.Model):
    """A list of questions over periods of companies, or over filings, filled in the background.

    circle: who may see the filings that it is filled from, and so its cells. token_limit: what models may take for it;
    0: none is asked, facts and rules alone fill it. paused: no cell is taken up; because: why, if it was no person.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=4, choices=GridKind.choices, default=GridKind.OWN)
    title = models.CharField(max_length=200)
    owner = models.ForeignKey(User, on_delete=models.PROTECT, related_name="grids")
    circle = models.CharField(max_length=50)
    questions = models.ManyToManyField(CanonicalQuestion, through="GridQuestion", related_name="grids")
    documents = models.ManyToManyField(Document, related_name="+")
    companies = models.ManyToManyField(Company, related_name="+")  # whose new filings are added, or whose periods fill
    years = ArrayField(models.PositiveSmallIntegerField(), default=list, blank=True)
    follows = models.BooleanField(default=True)  # new filings of its companies are added when they are ready
    token_limit = models.PositiveIntegerField(default=0)
    tokens = models.PositiveBigIntegerField(default=0)
    paused = models.BooleanField(default=False)
    because = models.CharField(max_length=200, blank=True)
    enqueued = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return self.title


class GridQuestion(models.Model):
    grid = models.ForeignKey(Grid, on_delete=models.CASCADE)
    question = models.ForeignKey(CanonicalQuestion, on_delete=models.CASCADE)
    ordinal = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["ordinal"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["grid", "question"], name="one_row_per_question")]

    def __str__(self) -> str:
        return f"{self.ordinal + 1}: {self.question_id}"


class CellStatus(models.TextChoices):
    EMPTY = "empty", "Empty"
    PROPOSED = "proposed", "Proposed"
    VERIFIED = "verified", "Verified"
    DISPUTED = "disputed", "Disputed"
    EXPIRED = "expired", "Expired"


class Work(models.TextChoices):
    """Whether a cell waits to be filled. What is being filled has a lease."""

    NONE = "", "-"
    WAITING = "waiting", "Waiting"
    FAILED = "failed", "Failed"


class CellQuerySet(models.QuerySet["Cell"]):
    def visible_to(self, user: User) -> Self:
        """Cells of own circles of which `user` may see all evidence, and the filing that they are of."""
        seen = Document.objects.visible_to(user)
        hidden = Evidence.objects.filter(cell=OuterRef("pk")).exclude(document__in=seen)
        of_filing = Q(document=None) | Q(document__in=seen)
        return self.filter(of_filing, circle__in=circles_of(user)).filter(~Exists(hidden))


class Cell(models.Model):
    """What a canonical question is answered with, for one company and period, or for one filing.

    value: exact, in `unit`, of a figure; text: how it is told, or the words of an answer. shown_unit: beside the value
    in a grid ("USD millions"). period_end: the day that the company's period ends. formula: how it was computed, ""
    where it is printed. checks: [{"name", "holds", "says"}]. reason: why it is empty, disputed or expired.
    claimed: what an import says it is. first: the first of two experts who must agree.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    question = models.ForeignKey(CanonicalQuestion, on_delete=models.CASCADE, related_name="cells")
    company = models.ForeignKey(Company, null=True, on_delete=models.CASCADE, related_name="cells")
    document = models.ForeignKey(Document, null=True, on_delete=models.CASCADE, related_name="cells")
    period_kind = models.CharField(max_length=12, blank=True)
    year = models.PositiveSmallIntegerField(null=True)
    number = models.PositiveSmallIntegerField(default=0)
    period_end = models.DateField(null=True)
    circle = models.CharField(max_length=50)

    status = models.CharField(max_length=8, choices=CellStatus.choices, default=CellStatus.EMPTY)
    value = models.DecimalField(max_digits=38, decimal_places=10, null=True)
    unit = models.CharField(max_length=40, blank=True)
    text = models.TextField(blank=True)
    formula = models.TextField(blank=True)
    notes = ArrayField(models.TextField(), default=list, blank=True)
    checks = models.JSONField(default=list)
    reason = models.TextField(blank=True)
    trust = models.CharField(max_length=24, blank=True)
    claimed = models.JSONField(null=True)
    proposed_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    first = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    verified_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    verified = models.DateTimeField(null=True)
    expires = models.DateField(null=True)
    changed = models.DateTimeField(auto_now=True)

    grid = models.ForeignKey(Grid, null=True, on_delete=models.SET_NULL, related_name="cells")  # that fills it
    work = models.CharField(max_length=8, choices=Work.choices, default=Work.NONE, blank=True)
    answer = models.UUIDField(null=True)  # behind words: the answer that the road gave
    tokens = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)

    objects = CellQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["question", "company", "document", "period_kind", "year", "number", "circle"],
                name="one_cell_per_slots",
                nulls_distinct=False,
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["company", "year", "number", "status"], name="cell_slots"),
            models.Index(fields=["grid", "work"], name="cell_waiting", condition=Q(work="waiting")),
            models.Index(fields=["status", "id"], name="cell_queue", condition=~Q(status__in=["empty", "verified"])),
        ]

    def __str__(self) -> str:
        return f"{self.question}, {self.of}: {self.text or self.status}"

    @property
    def of(self) -> str:
        """Of whom and when: "Quillmark Foundry, FY2023"."""
        return ", ".join(filter(None, (self.company.name if self.company else "", self.period)))

    @property
    def period(self) -> str:
        return told_period(self.period_kind, self.year, self.number)

    @property
    def sound(self) -> bool:
        """Whether every check holds."""
        return bool(self.checks) and all(one["holds"] for one in self.checks)

    @property
    def verifiable_amount(self) -> Decimal:
        """The amount of money that depends on it; 0 for ratios, rates and words."""
        money = len(self.unit) == CURRENCY_LETTERS and self.unit.isupper()
        return abs(self.value) if money and self.value is not None else Decimal(0)

    @property
    def outdated(self) -> bool:
        return self.expires is not None and self.expires <= timezone.now().date()


def told_period(kind: str, year: int | None, number: int) -> str:
    """ "FY2023", "Q2 FY2023"."""
    parts = {"quarter": "Q", "half": "H"}
    if year is None:
        return ""
    return f"{parts[kind]}{number} FY{year}" if kind in parts and number else f"FY{year}"


class Side(models.TextChoices):
    FOR = "for", "Behind the value"
    AGAINST = "against", "States it otherwise"


class Evidence(models.Model):
    """A place behind a cell, or one that states it otherwise. value: exact, in whole `unit`s, signed as printed."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    cell = models.ForeignKey(Cell, on_delete=models.CASCADE, related_name="evidence")
    side = models.CharField(max_length=8, choices=Side.choices, default=Side.FOR)
    ordinal = models.PositiveSmallIntegerField(default=0)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    version = models.ForeignKey(DocumentVersion, on_delete=models.CASCADE, related_name="+")
    chunk = models.ForeignKey(Chunk, null=True, on_delete=models.SET_NULL, related_name="+")
    page = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    quote = models.TextField(blank=True)
    label = models.CharField(max_length=300, blank=True)
    period = models.CharField(max_length=60, blank=True)
    value = models.DecimalField(max_digits=38, decimal_places=10, null=True)
    unit = models.CharField(max_length=40, blank=True)
    told = models.CharField(max_length=200, blank=True)  # against: the figure that this filing gives

    class Meta:
        ordering: ClassVar = ["side", "ordinal"]
        verbose_name_plural = "evidence"

    def __str__(self) -> str:
        return f"{self.label} {self.quote}"[:80]


class Decision(models.TextChoices):
    """What happened to a cell."""

    FILLED = "filled", "Filled"
    IMPORTED = "imported", "Imported"
    ACCEPTED = "accepted", "Accepted"
    SECONDED = "seconded", "Accepted by a first expert"
    CORRECTED = "corrected", "Corrected"
    REJECTED = "rejected", "Rejected"
    COMMENTED = "commented", "Commented"
    DISPUTED = "disputed", "Disputed"
    EXPIRED = "expired", "Expired"


class Review(models.Model):
    """One step in the history of a cell; rows are only added. before, after: the cell's value as told.

    documents: public ids of what stood behind or against the cell until then, so that their words can be erased here.
    """

    cell = models.ForeignKey(Cell, on_delete=models.CASCADE, related_name="reviews")
    decision = models.CharField(max_length=12, choices=Decision.choices)
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    before = models.TextField(blank=True)
    after = models.TextField(blank=True)
    comment = models.TextField(blank=True)
    documents = ArrayField(models.UUIDField(), default=list, blank=True, db_default=[])

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.decision} {self.after}"[:80]


class FilingCheck(models.Model):
    """A filing that became ready: cells and earlier filings are compared with it once. The row is claimed for that.

    remarked: when the sentences of a note or a release were read for figures; None of other filings, and until then.
    """

    version = models.OneToOneField(DocumentVersion, on_delete=models.CASCADE, related_name="memory_check")
    remarked = models.DateTimeField(null=True)
    done = models.DateTimeField(null=True)
    error = models.CharField(max_length=300, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"check of version {self.version_id}"


class Remark(models.Model):
    """A figure that a sentence of a note or a release states: "Revenue was about $4.2 billion in 2025".

    concept: key of the ontology. value: in whole units, as said; step: what its last place is worth, twice that after
    "about". months: None for a day. start, end: of the sentence `label` in the text of the page.
    """

    version = models.ForeignKey(DocumentVersion, on_delete=models.CASCADE, related_name="remarks")
    page = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    label = models.TextField()
    concept = models.CharField(max_length=64)
    months = models.PositiveSmallIntegerField(null=True)
    period_end = models.DateField()
    value = models.DecimalField(max_digits=38, decimal_places=6)
    step = models.DecimalField(max_digits=38, decimal_places=6)
    currency = models.CharField(max_length=3, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["version", "page", "start"], name="one_remark_per_sentence")
        ]

    def __str__(self) -> str:
        return self.label


class DisagreementQuerySet(models.QuerySet["Disagreement"]):
    def visible_to(self, user: User) -> Self:
        """Those of which `user` may see both filings."""
        seen = Document.objects.visible_to(user)
        beside = Q(other__version__document__in=seen) | Q(remark__version__document__in=seen)
        return self.filter(beside, fact__version__document__in=seen)

    def standing(self) -> Self:
        """Without those of a sentence that its note does not say any more."""
        return self.filter(Q(remark=None) | Q(remark__version__document__current=F("remark__version")))


class Disagreement(models.Model):
    """A figure of a filing, and what another filing, release or note of the company states instead.

    Either `other`, a printed figure, or `remark`, a sentence, stands on the other side.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    check_of = models.ForeignKey(FilingCheck, on_delete=models.CASCADE, related_name="disagreements")
    fact = models.ForeignKey(Fact, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Fact, null=True, on_delete=models.CASCADE, related_name="+")
    remark = models.ForeignKey(Remark, null=True, on_delete=models.CASCADE, related_name="+")
    settled_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    settled = models.DateTimeField(null=True)
    comment = models.TextField(blank=True)

    objects = DisagreementQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["fact", "other"], name="one_row_per_disagreement"),
            models.UniqueConstraint(fields=["fact", "remark"], name="one_row_per_remark"),
            models.CheckConstraint(
                condition=Q(other=None, remark__isnull=False) | Q(other__isnull=False, remark=None),
                name="one_other_side",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.fact} / {self.instead}"

    @property
    def instead(self) -> Fact | Remark:
        """What stands on the other side."""
        found = self.other or self.remark
        if found is None:
            raise ValueError("a disagreement has another side")
        return found

"""The store of documents: who filed what, its versions, and what was read in them."""

import uuid
from typing import ClassVar, Self

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from pgvector.django import HalfVectorField

from apps.accounts.models import Team, User
from apps.documents.as_of import held_versions


class Company(models.Model):
    """A filer, as those know it who see its documents. `aliases` are further names that mean the same filer.

    Circles that do not see each other's documents have a company each, so that a name may stand here more than once.
    settled: an administrator said what it is called; everyone may be told, and no document changes it.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=200, db_index=True)
    ticker = models.CharField(max_length=12, blank=True)
    cik = models.CharField(max_length=10, blank=True)
    aliases = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    identifiers = ArrayField(
        models.CharField(max_length=40), default=list, blank=True
    )  # "irs:...", "sec:...", "cik:..."
    sector = models.CharField(max_length=100, blank=True)
    settled = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        ordering: ClassVar = ["name"]
        verbose_name_plural = "companies"

    def __str__(self) -> str:
        return self.name


class Kind(models.TextChoices):
    FILING = "filing", "Filing"
    NOTE = "note", "Note"


class Form(models.TextChoices):
    """What kind of report a filing is."""

    TEN_K = "10-K", "10-K"
    TEN_Q = "10-Q", "10-Q"
    EIGHT_K = "8-K", "8-K"
    TWENTY_F = "20-F", "20-F"
    ANNUAL_REPORT = "annual-report", "Annual report"
    EARNINGS = "earnings", "Earnings release"
    TRANSCRIPT = "transcript", "Transcript"
    PRESENTATION = "presentation", "Presentation"
    OTHER = "other", "Other"


class Visibility(models.TextChoices):
    PRIVATE = "private", "Only me"
    TEAM = "team", "My team"
    EVERYONE = "everyone", "Everyone"


class DocumentQuerySet(models.QuerySet["Document"]):
    def visible_to(self, user: User) -> Self:
        """What `user` may see: own documents, everyone's, and those shared with the team."""
        seen, held = self.ever_visible_to(user).filter(deleted=None), held_versions()
        return seen if held is None else seen.filter(current__in=held)

    def ever_visible_to(self, user: User) -> Self:
        """The same, and what of it was deleted: for those who bring it back, and for its trail."""
        seen = Q(owner=user) | Q(visibility=Visibility.EVERYONE)
        if user.team_id:
            seen |= Q(visibility=Visibility.TEAM, team_id=user.team_id)
        return self.filter(seen)


class Document(models.Model):
    """A filing or note, whatever its versions. `name` is the name of the uploaded file without its ending."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.FILING)
    name = models.CharField(max_length=255, db_index=True)
    title = models.CharField(max_length=300, blank=True)
    company = models.ForeignKey(Company, null=True, blank=True, on_delete=models.PROTECT, related_name="documents")
    report_type = models.CharField(max_length=16, choices=Form.choices, default=Form.OTHER)
    fiscal_year = models.PositiveSmallIntegerField(null=True, blank=True)
    fiscal_period = models.CharField(max_length=4, blank=True)  # FY, Q1 .. Q4, H1, H2
    period_end = models.DateField(null=True, blank=True)
    filed = models.DateField(null=True, blank=True)
    summary = models.TextField(blank=True)
    metadata = models.JSONField(default=dict)  # confidences, keywords, and which fields were edited by hand
    collection = models.CharField(max_length=100, blank=True)
    owner = models.ForeignKey(User, on_delete=models.PROTECT, related_name="documents")
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="documents")
    visibility = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.PRIVATE)
    current = models.ForeignKey("DocumentVersion", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    deleted = models.DateTimeField(null=True, blank=True)

    objects = DocumentQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-created", "-id"]
        indexes: ClassVar = [
            models.Index(fields=["company", "fiscal_year"]),
            models.Index(fields=["owner", "visibility"]),
        ]

    def __str__(self) -> str:
        return self.title or self.name

    @property
    def private_note(self) -> bool:
        """What only its owner sees, and whoever quotes it should know that."""
        return self.kind == Kind.NOTE and self.visibility == Visibility.PRIVATE


class State(models.TextChoices):
    """The life cycle of a version (A1)."""

    UPLOADED = "uploaded", "Uploaded"
    NORMALIZED = "normalized", "Normalized"
    ANALYZED = "analyzed", "Analyzed"
    INDEXED = "indexed", "Indexed"
    READY = "ready", "Ready"
    ERROR = "error", "Error"


class DocumentVersion(models.Model):
    """One uploaded file. A version is claimed by whoever works on it until `lease_until`."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="versions")
    sha256 = models.CharField(max_length=64, db_index=True)
    file = models.FileField(upload_to="versions/")
    file_name = models.CharField(max_length=255)
    media_type = models.CharField(max_length=100)
    size = models.PositiveBigIntegerField()
    state = models.CharField(max_length=12, choices=State.choices, default=State.UPLOADED)
    failed_in = models.CharField(max_length=12, choices=State.choices, blank=True)  # the state it could not leave
    error = models.CharField(max_length=500, blank=True)  # one sentence for the user
    diagnostics = models.JSONField(default=dict)  # for whoever mends it
    report = models.JSONField(null=True, blank=True)  # what analysis found and checked: see `validation_report`
    parser = models.CharField(max_length=100, blank=True)
    settings_hash = models.CharField(max_length=64, blank=True)
    page_count = models.PositiveIntegerField(default=0)
    progress_done = models.PositiveIntegerField(default=0)
    progress_total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease = models.UUIDField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    enqueued = models.DateTimeField(null=True, blank=True)
    waiting_since = models.DateTimeField(default=timezone.now)  # in its present state
    created = models.DateTimeField(auto_now_add=True)
    ready = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(fields=["lease_until"], name="version_unfinished", condition=~Q(state__in=["ready", "error"]))
        ]

    def __str__(self) -> str:
        return f"{self.file_name} ({self.state})"


class LeftFile(models.Model):
    """A stored file of a deleted version, until it is certain that the store has let go of it (`left_files`)."""

    name = models.CharField(max_length=100)
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Page(models.Model):
    """One page. `text` is everything on it in reading order; all offsets below count its characters.

    runs:   [[start, end, x0, y0, x1, y1], ...] pieces of text with their boxes in points, origin at the top left;
            empty for sources without geometry.
    blocks: [{"kind", "start", "end", "level", "table"}, ...] in reading order; kinds are `parsing.BlockKind`.
    """

    version = models.ForeignKey(DocumentVersion, on_delete=models.CASCADE, related_name="pages")
    number = models.PositiveIntegerField()  # from 0
    label = models.CharField(max_length=100, blank=True)  # a sheet's name, or the number printed on the page
    width = models.FloatField(default=0)
    height = models.FloatField(default=0)
    text = models.TextField(blank=True)
    runs = models.JSONField(default=list)
    blocks = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["version", "number"], name="one_page_per_number")]

    def __str__(self) -> str:
        return f"page {self.number + 1}"


class Section(models.Model):
    """A heading and what stands under it. `path` holds the titles from the top, this one last."""

    version = models.ForeignKey(DocumentVersion, on_delete=models.CASCADE, related_name="sections")
    ordinal = models.PositiveIntegerField()
    level = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=300)
    path = ArrayField(models.CharField(max_length=300), default=list)
    page = models.PositiveIntegerField()
    summary = models.TextField(blank=True)
    lexemes = SearchVectorField(null=True)

    class Meta:
        ordering: ClassVar = ["ordinal"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["version", "ordinal"], name="one_section_per_ordinal")]
        indexes: ClassVar = [GinIndex(fields=["lexemes"], name="section_lexemes")]

    def __str__(self) -> str:
        return self.title


class SectionVector(models.Model):
    """What a model made of a section's path and summary (V4). Sections without a summary have none."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="vectors")
    model = models.CharField(max_length=100)
    dense = HalfVectorField()  # of as many dimensions as the model's; an index for each model

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["section", "model"], name="one_section_vector_per_model")
        ]

    def __str__(self) -> str:
        return f"{self.model} of section {self.section_id}"


class Table(models.Model):
    """A table as read. grid: rows of cells {"text", "start", "end", "box", "row_span", "column_span"} or null.

    continues: the part before, on an earlier page, of a table that goes on; caption, units and columns are those of the
    first part, whose header rows also name the columns of a part without any.
    footnotes: [[start, end], ...] in the page's text, the notes below the table.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    version = models.ForeignKey(DocumentVersion, on_delete=models.CASCADE, related_name="tables")
    ordinal = models.PositiveIntegerField()
    page = models.PositiveIntegerField()
    caption = models.CharField(max_length=500, blank=True)
    units = models.CharField(max_length=200, blank=True)
    header_rows = models.PositiveSmallIntegerField(default=0)
    grid = models.JSONField(default=list)
    box = models.JSONField(default=list)
    continues = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="continued_by")
    footnotes = models.JSONField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["ordinal"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["version", "ordinal"], name="one_table_per_ordinal")]

    def __str__(self) -> str:
        return self.caption or f"table {self.ordinal + 1}"

    @property
    def headed(self) -> "Table":
        """The part whose header rows name the columns of this one."""
        part = self
        while not part.header_rows and part.continues is not None:
            part = part.continues
        return part


class Fact(models.Model):
    """One number of a statement or segment table, with its cell (beyond 1).

    value: in whole units (dollars, shares, dollars per share), sign as printed. concept: key of the ontology, or empty
    for a line that it does not know. months: None for an instant. label_year: the fiscal year as the filer labels it.
    dimension: empty for the consolidated figure that stands, else what part or reading of it this is: the segment or
    component of equity as printed, or "As previously reported". confidence: 1, less where a self-check fails.
    charge: a cost that its statement adds as a negative number, so that -value is what it cost; None: never looked at.
    start, end: offsets into the page's text; box: the cell on the page, empty for sources without geometry.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    version = models.ForeignKey(DocumentVersion, on_delete=models.CASCADE, related_name="facts")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="facts")
    statement = models.CharField(max_length=12)
    concept = models.CharField(max_length=64, blank=True)
    label = models.CharField(max_length=300)
    dimension = models.CharField(max_length=200, blank=True, default="", db_default="")
    months = models.PositiveSmallIntegerField(null=True)
    period_end = models.DateField(null=True)
    label_year = models.PositiveSmallIntegerField(null=True)
    value = models.DecimalField(max_digits=38, decimal_places=6)
    unit = models.CharField(max_length=12)
    currency = models.CharField(max_length=3, blank=True)
    scale = models.DecimalField(max_digits=20, decimal_places=0)
    nil = models.BooleanField(default=False)
    charge = models.BooleanField(null=True)
    confidence = models.FloatField(default=1.0, db_default=1.0)
    page = models.PositiveIntegerField()
    row = models.PositiveIntegerField()
    column = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    box = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["page", "table", "row", "column"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["statement", "table", "row", "column"], name="one_fact_per_cell")
        ]
        indexes: ClassVar = [models.Index(fields=["version", "concept", "label_year"])]

    def __str__(self) -> str:
        return f"{self.label} {self.label_year}: {self.value}"


class StatementCheck(models.Model):
    """What must add up in a filing, and whether it does. A failed check is shown and mends nothing.

    note: what the size of the difference tells of its cause, in words.
    """

    version = models.ForeignKey(DocumentVersion, on_delete=models.CASCADE, related_name="checks")
    name = models.CharField(max_length=80)
    period_end = models.DateField(null=True)
    months = models.PositiveSmallIntegerField(null=True)
    difference = models.DecimalField(max_digits=38, decimal_places=6)
    tolerance = models.DecimalField(max_digits=38, decimal_places=6)
    passed = models.BooleanField()
    note = models.CharField(max_length=200, blank=True, default="", db_default="")
    facts = models.ManyToManyField(Fact, related_name="checks")

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.name}: {'holds' if self.passed else self.difference}"


class ChunkKind(models.TextChoices):
    TEXT = "text", "Text"
    TABLE = "table", "Table"
    FIGURE = "figure", "Figure"


class ChunkQuerySet(models.QuerySet["Chunk"]):
    def published(self) -> Self:
        """Chunks of the version that each document stands at now, near-duplicates left out."""
        return self.filter(version__document__current=models.F("version"), duplicate_of=None)

    def visible_to(self, user: User) -> Self:
        return self.filter(version__document__in=Document.objects.visible_to(user))


class Chunk(models.Model):
    """A passage. `text` is verbatim: the slices named by `spans`, joined by line feeds.

    spans: [[page, start, end], ...] offsets into the text of each page.
    boxes: [[page, x0, y0, x1, y1], ...] for highlights.
    view:  what retrieval reads: title, section path, units and the text with references resolved.
    card:  `cards.card.Card` as JSON.
    enrichment: `enrichment.enrichment.Enrichment` as JSON.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    version = models.ForeignKey(DocumentVersion, on_delete=models.CASCADE, related_name="chunks")
    section = models.ForeignKey(Section, null=True, blank=True, on_delete=models.SET_NULL, related_name="chunks")
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.SET_NULL, related_name="chunks")
    ordinal = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=ChunkKind.choices)
    page = models.PositiveIntegerField()
    spans = models.JSONField(default=list)
    boxes = models.JSONField(default=list)
    text = models.TextField()
    view = models.TextField()
    hash = models.CharField(max_length=64, db_index=True)
    tokens = models.PositiveIntegerField()
    first_token = models.PositiveIntegerField()
    card = models.JSONField(default=dict)
    enrichment = models.JSONField(default=dict)
    duplicate_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="duplicates"
    )
    lexemes = SearchVectorField(null=True)
    boilerplate = models.BooleanField(db_default=False)  # repeats each year, or says what every filer must
    signature = ArrayField(models.IntegerField(), null=True, blank=True)  # MinHash of its words without numbers

    objects = ChunkQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["ordinal"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["version", "ordinal"], name="one_chunk_per_ordinal")]
        indexes: ClassVar = [GinIndex(fields=["lexemes"], name="chunk_lexemes")]

    def __str__(self) -> str:
        return f"chunk {self.ordinal} on page {self.page + 1}"


class PassageTotals(models.Model):
    """How many passages of a version are searched (repeats are not), and their tokens together."""

    version = models.OneToOneField(
        DocumentVersion, on_delete=models.CASCADE, primary_key=True, related_name="passage_totals"
    )
    passages = models.PositiveIntegerField()
    tokens = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.passages} passages of version {self.version_id}"


class LexemeCount(models.Model):
    """How many of a version's passages hold a lexeme, and which; repeats are not counted.

    Written with the lexemes themselves. Kept per version, so that frequencies are summed over what an asker may see and
    go when a version goes. The key carries the count (see the migration): counting reads nothing but the index.
    places: for each of these passages ordinal << 24 | times << 16 | tokens, with times up to 255, tokens up to 65,535.
    """

    pk = models.CompositePrimaryKey("lexeme", "version_id")
    lexeme = models.TextField()
    version = models.ForeignKey(DocumentVersion, on_delete=models.CASCADE, related_name="lexeme_counts")
    passages = models.PositiveIntegerField()
    places = ArrayField(models.BigIntegerField(), null=True)

    def __str__(self) -> str:
        return f"{self.lexeme}: {self.passages} passages of version {self.version_id}"


class PassageBand(models.Model):
    """A part of a published passage's signature, by which passages alike are looked up within a filer.

    day: the filing's, as of when it was published. Whoever looks here compares what it finds with the filing as it is.
    """

    pk = models.CompositePrimaryKey("company_id", "band", "day", "chunk_id")
    company = models.ForeignKey(Company, on_delete=models.CASCADE, related_name="+", db_index=False)
    band = models.BigIntegerField()
    day = models.DateField()
    chunk = models.ForeignKey(Chunk, on_delete=models.CASCADE, related_name="bands")

    def __str__(self) -> str:
        return f"a part of the signature of chunk {self.chunk_id}"


class ChunkTokens(models.Model):
    """A vector for each token of what is embedded of a passage (A6), as `inference.packed` packs them.

    There are none where FINRAG_LATE_INTERACTION is off: they take the space of many dense vectors.
    """

    chunk = models.ForeignKey(Chunk, on_delete=models.CASCADE, related_name="token_vectors")
    model = models.CharField(max_length=100)
    dimensions = models.PositiveSmallIntegerField()
    bits = models.PositiveSmallIntegerField()
    vectors = models.BinaryField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["chunk", "model"], name="one_row_of_tokens_per_model")]

    def __str__(self) -> str:
        return f"{self.model} of the tokens of chunk {self.chunk_id}"


class ModelState(models.TextChoices):
    FILLING = "filling", "Being filled"
    SERVING = "serving", "Serving"
    RETIRED = "retired", "Retired"


class EmbeddingModel(models.Model):
    """A model whose vectors the store holds, and exactly which one it is: vectors of two models never mix.

    digest: SHA-256 of its weights. precision: of the weights. backend, place: what FINRAG_EMBED_BACKEND and
    FINRAG_EMBED_MODEL said where it was set up; on another machine it may lie elsewhere.
    """

    name = models.CharField(max_length=100, unique=True)
    digest = models.CharField(max_length=64)
    dimensions = models.PositiveSmallIntegerField()
    precision = models.CharField(max_length=16)
    backend = models.CharField(max_length=32)
    place = models.CharField(max_length=500, blank=True)
    state = models.CharField(max_length=8, choices=ModelState.choices, default=ModelState.FILLING)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["state"], name="one_model_serves", condition=Q(state=ModelState.SERVING))
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.dimensions} dimensions, {self.precision})"


class ChunkVector(models.Model):
    """What a model made of a chunk's view. content: a digest of what was embedded, by which it is found again."""

    chunk = models.ForeignKey(Chunk, on_delete=models.CASCADE, related_name="vectors")
    model = models.CharField(max_length=100)
    content = models.UUIDField(null=True)
    dense = HalfVectorField()  # of as many dimensions as the model's; an index for each model

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["chunk", "model"], name="one_vector_per_model")]
        indexes: ClassVar = [models.Index(fields=["content"], name="chunk_vector_content")]

    def __str__(self) -> str:
        return f"{self.model} of chunk {self.chunk_id}"

"""Settings: everything an operator may change comes from the environment (see docs/operations.md), the rest is here."""

import os
from pathlib import Path
from typing import Any

import django_stubs_ext
from celery.schedules import crontab, schedule
from csp.constants import NONE, SELF

from finrag_site import environment, language, logs
from finrag_site.celery import app as celery_app  # noqa: F401 - shared tasks find the queue through this import
from finrag_site.database import application_role, database
from finrag_site.embedded.paths import BASE, layout
from finrag_site.files import store_of_files
from finrag_site.secret import own_key
from finrag_site.up.programs import PARSE_QUEUES

django_stubs_ext.monkeypatch()  # Django's classes may be written with their types, as in ModelAdmin[User]
BASE_DIR = BASE
LAYOUT = layout()
VAR_DIR = LAYOUT.var
os.umask(0o077)  # whatever this process writes is read by its own user alone

DEBUG = environment.flag("FINRAG_DEBUG")
SECRET_KEY = environment.text("FINRAG_SECRET_KEY") or own_key(LAYOUT)
SECRET_KEY_FALLBACKS = environment.words("FINRAG_SECRET_KEY_FALLBACKS")  # earlier keys, whose sessions still hold
ALLOWED_HOSTS = environment.words("FINRAG_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1],testserver")
CSRF_TRUSTED_ORIGINS = environment.words("FINRAG_TRUSTED_ORIGINS")
HTTPS = environment.flag("FINRAG_HTTPS")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = environment.number("FINRAG_HSTS_SECONDS", 31_536_000 if HTTPS else 0)
TRUSTED_PROXIES = environment.number("FINRAG_TRUSTED_PROXIES", 1 if HTTPS else 0)  # that add to X-Forwarded-For
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SESSION_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

INSTALLED_APPS = [
    "apps.accounts.administration.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django.contrib.humanize",
    "axes",
    "csp",
    "django_htmx",
    "ninja",
    "finrag_site.apps.SiteConfig",
    "apps.audit",
    "apps.accounts",
    "apps.inference",
    "apps.documents",
    "apps.notes",
    "apps.retrieval",
    "apps.memory",
    "apps.answers",
    "apps.learning",
    "apps.chat",
    "apps.connect",
    "apps.evaluation",
    "apps.review",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "finrag_site.request_log.RequestLogMiddleware",
    "finrag_site.caution.NulMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "apps.accounts.middleware.ActingMiddleware",
    "finrag_site.caution.NoStoreMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "finrag_site.parts.PartsMiddleware",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "finrag_site.urls"
ASGI_APPLICATION = "finrag_site.asgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ]
        },
    }
]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}

DATABASES = {"default": database(LAYOUT)}
DATABASE_APPLICATION_ROLE = application_role()  # granted its rights after each migration; empty: there is none

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "accounts:login"
AXES_VERBOSE = False
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25  # hours
AXES_HANDLER = "apps.accounts.throttle.ThrottleHandler"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"], "ip_address", "username"]
LOGIN_FAILURES_OF_ADDRESS = environment.number("FINRAG_LOGIN_FAILURES_OF_ADDRESS", 20, least=1)
LOGIN_FAILURES_OF_NAME = environment.number("FINRAG_LOGIN_FAILURES_OF_NAME", 50, least=1)
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # the wait that the page promises is the wait
AXES_DISABLE_ACCESS_LOG = True  # the audit trail is that log
AXES_CLIENT_IP_CALLABLE = "apps.audit.address.client_address"
AXES_LOCKOUT_CALLABLE = "apps.accounts.lockout.lockout_response"

LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = Path(environment.text("FINRAG_STATIC_DIR", str(VAR_DIR / "static")))  # named: made with an image
MEDIA_ROOT = Path(environment.text("FINRAG_FILES_DIR", str(LAYOUT.files)))
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700
STORAGES = {
    "default": store_of_files(),
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CELERY_BROKER_URL = environment.text("CELERY_BROKER_URL", LAYOUT.broker_url)
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its queue as long as it takes
CELERY_BROKER_TRANSPORT_OPTIONS = {"max_retries": 1, "interval_start": 0}  # a sender does not wait: sweepers send again
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = "answer"
CELERY_TASK_ROUTES = {
    "apps.documents.tasks.parse_version": {
        "queue": environment.one_of("FINRAG_PARSE_QUEUE", PARSE_QUEUES)  # layout: workers with Docling's models
    },
    "apps.documents.tasks.index_version": {"queue": "gpu"},
    "apps.documents.tasks.score": {"queue": "gpu"},
    "apps.documents.tasks.sweep": {"queue": "audit"},
    "apps.answers.tasks.sweep": {"queue": "audit"},
    "apps.answers.tasks.answer_question": {"queue": "answer"},
    "apps.answers.tasks.fill_grid": {"queue": "answer"},
    "apps.answers.tasks.check_filing": {"queue": "answer"},
    "apps.memory.tasks.sweep": {"queue": "audit"},
    "apps.audit.tasks.seal": {"queue": "audit"},
    "apps.audit.tasks.erase_ordered": {"queue": "audit"},
    "apps.chat.tasks.empty_bin": {"queue": "audit"},
    "apps.learning.tasks.settle": {"queue": "audit"},
    "apps.review.tasks.plant_errors": {"queue": "audit"},
    "apps.review.tasks.expire_records": {"queue": "audit"},
}
LEARN_FROM_USE = environment.flag("FINRAG_LEARN_FROM_USE")  # off: without consent nothing of use is learned
LEARN_FROM_PRIVATE = environment.flag("FINRAG_LEARN_FROM_PRIVATE")  # with it, of conversations that nobody shares, too
ANSWER_SECONDS = environment.number("FINRAG_ANSWER_SECONDS", 300, least=10)  # of one answer
INDEX_SECONDS = environment.number("FINRAG_INDEX_SECONDS", 7200, least=10)  # of one file
FILE_SECONDS = environment.number("FINRAG_FILE_SECONDS", 900, least=1)  # to read a file, and again to analyse it
FILE_MEMORY_BYTES = environment.number("FINRAG_FILE_MEMORY_MB", 3072, least=256) * 1024 * 1024  # while doing so
PDF_READER = environment.one_of("FINRAG_PDF_READER", ("layout", "docling"))  # our own, or Docling whole
DOCLING_MODELS = environment.text("FINRAG_DOCLING_MODELS")  # folder of its layout and table models
DOCLING_DEVICE = environment.one_of("FINRAG_DOCLING_DEVICE", ("auto", "cpu", "cuda"))
READING_MODEL = environment.flag("FINRAG_READING_MODEL")  # off: a filing has thousands of passages, each a call
READING_TOKENS = environment.number("FINRAG_READING_TOKENS", 2_000_000)
READING_SECONDS = environment.number("FINRAG_READING_SECONDS", 1800)
SWEEP_SECONDS = environment.number("FINRAG_SWEEP_SECONDS", 10, least=1)
PATIENCE = (READING_SECONDS or 86_400) if READING_MODEL else 0  # with the model that reads filings
CELERY_TASK_ANNOTATIONS = {  # soft: the task hears of it and its row says so; hard: the process is killed
    name: {"soft_time_limit": seconds, "time_limit": seconds + 20}
    for name, seconds in {
        "apps.documents.tasks.parse_version": 2 * FILE_SECONDS + PATIENCE + 60,
        "apps.documents.tasks.index_version": INDEX_SECONDS,
        "apps.documents.tasks.score": 60,
        "apps.documents.tasks.sweep": 120,
        "apps.answers.tasks.sweep": 120,
        "apps.answers.tasks.answer_question": ANSWER_SECONDS,
        "apps.review.tasks.plant_errors": 3600,
        "apps.answers.tasks.fill_grid": ANSWER_SECONDS,
        "apps.answers.tasks.check_filing": ANSWER_SECONDS,
        "apps.memory.tasks.sweep": 120,
    }.items()
}
RETRAIN_MINUTES = environment.number("FINRAG_RETRAIN_MINUTES", 0)  # of each night; 0: never
if RETRAIN_MINUTES:  # else nobody need serve the queue
    CELERY_TASK_ROUTES["apps.learning.tasks.retrain"] = {"queue": "train"}
    CELERY_TASK_ANNOTATIONS["apps.learning.tasks.retrain"] = {"time_limit": 2 * 60 * RETRAIN_MINUTES + 3600}
AUDIT_SEAL_SECONDS = environment.number("FINRAG_AUDIT_SEAL_SECONDS", 5)  # 0: `manage.py audit seal --every` does it


def _every(seconds: int, task: str) -> dict[str, Any]:
    """Behind a slow worker only the last few messages wait: what the next one finds is all of it."""
    return {"task": task, "schedule": schedule(seconds), "options": {"expires": max(10, 3 * seconds)}}


CELERY_BEAT_SCHEDULE: dict[str, Any] = {
    "sweep-documents": _every(SWEEP_SECONDS, "apps.documents.tasks.sweep"),
    "sweep-answers": _every(SWEEP_SECONDS, "apps.answers.tasks.sweep"),
    "sweep-memory": _every(SWEEP_SECONDS, "apps.memory.tasks.sweep"),
}
CELERY_BEAT_SCHEDULE["settle-models"] = _every(60, "apps.learning.tasks.settle")
BIN_DAYS = environment.number("FINRAG_BIN_DAYS", 30)  # what was deleted comes back for so long; 0: it stays there
if BIN_DAYS:
    CELERY_BEAT_SCHEDULE["empty-bin"] = _every(3600, "apps.chat.tasks.empty_bin")
CELERY_BEAT_SCHEDULE["erase-trail"] = _every(60, "apps.audit.tasks.erase_ordered")
NIGHTLY_HOUR = environment.number("FINRAG_NIGHTLY_HOUR", 2)  # UTC: planted errors, expired records
CELERY_BEAT_SCHEDULE["plant-errors"] = {
    "task": "apps.review.tasks.plant_errors",
    "schedule": crontab(hour=str(NIGHTLY_HOUR % 24), minute="10"),
}
CELERY_BEAT_SCHEDULE["expire-records"] = {
    "task": "apps.review.tasks.expire_records",
    "schedule": crontab(hour=str(NIGHTLY_HOUR % 24), minute="40"),
}
if RETRAIN_MINUTES:
    CELERY_BEAT_SCHEDULE["retrain"] = {
        "task": "apps.learning.tasks.retrain",
        "schedule": crontab(hour=str((NIGHTLY_HOUR + 1) % 24), minute="10"),
        "options": {"expires": 3600},
    }
if AUDIT_SEAL_SECONDS:
    CELERY_BEAT_SCHEDULE["seal-trail"] = _every(AUDIT_SEAL_SECONDS, "apps.audit.tasks.seal")

METRICS_TOKEN = environment.text("FINRAG_METRICS_TOKEN")  # empty: /metrics is for callers on this machine alone
RECORD_DAYS = environment.number("FINRAG_RECORD_DAYS", 2557, least=183)  # 6 months to 7 years; docs/audit.md

WAIT_ANSWER_SECONDS = environment.number("FINRAG_WAIT_ANSWER_SECONDS", 300, least=1)  # then /healthz says so
WAIT_FILE_SECONDS = environment.number("FINRAG_WAIT_FILE_SECONDS", 600, least=1)  # while none of its queue moves
LEASE_SECONDS = environment.number("FINRAG_LEASE_SECONDS", 30, least=1)
MAX_UPLOAD_BYTES = environment.number("FINRAG_MAX_UPLOAD_MB", 100, least=1) * 1024 * 1024
MAX_PAGES = environment.number("FINRAG_MAX_PAGES", 3000, least=1)
PAGE_CACHE_BYTES = environment.number("FINRAG_PAGE_CACHE_MB", 2048) * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
EMBED_BACKEND = environment.text("FINRAG_EMBED_BACKEND", "openvino")
EMBED_MODEL = environment.text("FINRAG_EMBED_MODEL")
EMBED_BATCH = environment.number("FINRAG_EMBED_BATCH", 8, least=1)  # docs/search.md says what was measured
EMBED_THREADS = environment.number("FINRAG_EMBED_THREADS", len(os.sched_getaffinity(0)))
EMBED_PRECISION = environment.text("FINRAG_EMBED_PRECISION", "auto")  # bf16, f32, or auto: as a short trial found
EMBED_TOKENS = environment.number("FINRAG_EMBED_TOKENS", 128, least=16)  # of a passage; docs/ingest.md has figures
EMBED_TRIAL = environment.flag("FINRAG_EMBED_TRIAL", True)  # off: bf16 where the CPU has it
TAU_SIM = environment.amount("FINRAG_TAU_SIM", "0.95")  # cosine above which a passage may repeat an earlier one
LATE_INTERACTION = environment.flag("FINRAG_LATE_INTERACTION")  # on: token vectors are kept, and their MaxSim re-ranks
LATE_INTERACTION_MODEL = environment.text("FINRAG_LATE_INTERACTION_MODEL")  # empty: the embedded model
LATE_INTERACTION_BITS = environment.number("FINRAG_LATE_INTERACTION_BITS", 8)  # of a component: 8, or 1 for its sign
CROSS_ENCODER = environment.text("FINRAG_CROSS_ENCODER", "shipped")  # or "none", a folder of ours, or any by its name
DECODER_RERANKER = environment.text("FINRAG_DECODER_RERANKER")
DECODER_ADAPTER = environment.text("FINRAG_DECODER_ADAPTER")  # folder of a LoRA adapter for it
TOURNAMENT = environment.flag("FINRAG_TOURNAMENT")  # passages meet in pairs; docs/search.md says what that brings
SCORING = environment.one_of("FINRAG_SCORING", ("here", "queue"))  # queue: questions are scored by workers of `gpu`
SCORING_SECONDS = environment.number("FINRAG_SCORING_SECONDS", 3, least=1)  # then the asker scores by itself
SCORING_WAITING = environment.number("FINRAG_SCORING_WAITING", 64, least=1)  # requests; who comes then scores by itself
PAIR_BATCH = environment.number("FINRAG_PAIR_BATCH", 16, least=1)  # pairs that a re-ranking model reads at once
LLM_ENDPOINTS = language.endpoints()  # of each role: url, key, model, prices; docs/operations.md has the table
LLM_TIMEOUT_SECONDS = environment.number("FINRAG_LLM_TIMEOUT", 60, least=1)
LLM_RETRIES = environment.number("FINRAG_LLM_RETRIES", 2)
LLM_MAX_TOKENS = environment.number("FINRAG_LLM_MAX_TOKENS", 2000, least=16)
LLM_PARALLEL = environment.number("FINRAG_LLM_PARALLEL", 12, least=1)
LLM_BUDGET_TOKENS = environment.number("FINRAG_LLM_BUDGET_TOKENS", 200_000)
LLM_BUDGET_SECONDS = environment.number("FINRAG_LLM_BUDGET_SECONDS", 180)
LLM_BUDGET_COST = environment.amount("FINRAG_LLM_BUDGET_COST")
PIPELINE_FILE = environment.text("FINRAG_PIPELINE")  # a TOML file of method switches and thresholds
PHRASE_MODEL = environment.text("FINRAG_PHRASE_MODEL", "")  # a layer of `train phrases`; empty: the one that ships
JUDGE_MODEL = environment.text("FINRAG_JUDGE_MODEL", "shipped")  # a cross-encoder says whether a sentence answers
MODELS_DIR = VAR_DIR / "models"  # models trained here, and which of them is at work
JUDGE_SLOPE, JUDGE_SHIFT = 1.0, 0.0  # of the calibration of one that brings none
ANSWERING = environment.one_of(
    "FINRAG_ANSWERING", ("auto", "rules", "model", "loop")
)  # of questions, where LLM_ENDPOINTS are
MEMORY_SECOND_ABOVE = environment.amount(
    "FINRAG_MEMORY_SECOND_ABOVE"
)  # money; from there on two experts agree; 0: never
MEMORY_EXPIRES_DAYS = environment.number(
    "FINRAG_MEMORY_EXPIRES_DAYS", 730
)  # after which a cell is looked at again; 0: never
MARKET_KEY = environment.text("FINRAG_MARKET_KEY")  # empty: share prices are asked of nobody
MARKET_URL = environment.text("FINRAG_MARKET_URL", "https://api.tiingo.com")
PRICES_DIR = environment.text("FINRAG_PRICES_DIR")  # files of share prices, used instead of a service
PRICES_CURRENCY = environment.text("FINRAG_PRICES_CURRENCY", "USD").upper()
TOOL_CALLS = environment.number("FINRAG_TOOL_CALLS", 12, least=1)  # of one answer
TOOL_SECONDS = environment.number("FINRAG_TOOL_SECONDS", 10, least=1)  # of one call

AUDIT_LOG_DIR = Path(environment.text("FINRAG_AUDIT_LOG_DIR", str(VAR_DIR / "audit-log")))  # docs/audit.md
AUDIT_ORIGIN = environment.text("FINRAG_AUDIT_ORIGIN")  # the log's name; used when its key is made
AUDIT_KEY = environment.text("FINRAG_AUDIT_KEY")  # empty: one is made in AUDIT_KEY_PATH
AUDIT_KEY_PATH = VAR_DIR / "audit.key"
AUDIT_VKEY = environment.text("FINRAG_AUDIT_VKEY")  # the log's public key, pinned where the trail is verified
AUDIT_LATE_SECONDS = environment.number("FINRAG_AUDIT_LATE_SECONDS", 900, least=1)  # from an act to its commit
AUDIT_PLACES = environment.words("FINRAG_AUDIT_PLACES")  # that get checkpoints: folders, web addresses, mailto:
AUDIT_PLACE_SECONDS = environment.number("FINRAG_AUDIT_PLACE_SECONDS", 300)
AUDIT_MAIL_SECONDS = environment.number("FINRAG_AUDIT_MAIL_SECONDS", 86_400)
AUDIT_WITNESSES = environment.words("FINRAG_AUDIT_WITNESSES")  # that cosign our log: "ADDRESS VKEY"
AUDIT_WITNESSED = environment.words("FINRAG_AUDIT_WITNESSED")  # verifier keys of the logs that we cosign
AUDIT_WITNESS_KEY = environment.text("FINRAG_AUDIT_WITNESS_KEY")
AUDIT_WITNESS_KEY_PATH = VAR_DIR / "audit-witness.key"
EMAIL_HOST = environment.text("FINRAG_MAIL_HOST", "localhost")
EMAIL_PORT = environment.number("FINRAG_MAIL_PORT", 25, least=1)
EMAIL_HOST_USER = environment.text("FINRAG_MAIL_USER")
EMAIL_HOST_PASSWORD = environment.text("FINRAG_MAIL_PASSWORD")
EMAIL_USE_TLS = environment.flag("FINRAG_MAIL_TLS")
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = environment.text("FINRAG_MAIL_FROM", "finrag@localhost")

LOG_FORMAT = environment.one_of("FINRAG_LOG_FORMAT", logs.FORMATS)
LOG_LEVEL = environment.one_of("FINRAG_LOG_LEVEL", tuple(level.lower() for level in logs.LEVELS))
LOGGING = logs.configuration(LOG_FORMAT, LOG_LEVEL, [one["task"] for one in CELERY_BEAT_SCHEDULE.values()])

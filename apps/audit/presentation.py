"""How events look: an icon per action, and the details as plain rows."""

import json
from typing import Any

from apps.audit.models import Action, Event

ICONS = {
    Action.LOGGED_IN: "user",
    Action.LOGIN_FAILED: "alert-triangle",
    Action.LOCKED_OUT: "lock",
    Action.LOGGED_OUT: "logout",
    Action.PASSWORD_CHANGED: "key",
    Action.TOKEN_CREATED: "key",
    Action.TOKEN_REVOKED: "circle-x",
    Action.ADMINISTERED: "settings",
    Action.UPLOADED: "upload",
    Action.UPLOAD_REFUSED: "circle-x",
    Action.TRANSITION: "arrow-right",
    Action.RETRIED: "refresh",
    Action.RESUMED: "history",
    Action.DOCUMENT_VIEWED: "eye",
    Action.DOCUMENT_EDITED: "edit",
    Action.DOCUMENT_DELETED: "trash",
    Action.DOCUMENT_RESTORED: "arrow-back-up",
    Action.NOTE_SAVED: "edit",
    Action.DELETED_FOR_GOOD: "trash",
    Action.SEARCHED: "search",
    Action.ASKED: "message",
    Action.ANSWERED: "circle-check",
    Action.ANSWER_FAILED: "alert-triangle",
    Action.ANSWER_STOPPED: "player-stop",
    Action.ANSWER_ABANDONED: "player-stop",
    Action.CONVERSATION_RENAMED: "edit",
    Action.CONVERSATION_DELETED: "trash",
    Action.CONVERSATION_RESTORED: "arrow-back-up",
    Action.CONVERSATION_SHARED: "users",
    Action.CONVERSATION_UNSHARED: "lock",
    Action.QUESTION_EDITED: "edit",
    Action.FEEDBACK_GIVEN: "message",
    Action.FEEDBACK_WITHDRAWN: "message",
    Action.TOOL_CALLED: "search",
    Action.EXPORTED: "download",
    Action.TRAIL_READ: "eye",
    Action.ADMIN_VIEWED: "eye",
    Action.CELL_FILLED: "table",
    Action.CELL_REVIEWED: "circle-check",
    Action.CELL_DISPUTED: "alert-triangle",
    Action.CELL_EXPIRED: "history",
    Action.CELLS_IMPORTED: "upload",
    Action.QUESTION_SAVED: "edit",
    Action.GRID_CHANGED: "table",
    Action.DISAGREEMENT_SETTLED: "circle-check",
    Action.OPENED: "lock",
    Action.REVIEWED: "circle-check",
    Action.REPLAYED: "refresh",
    Action.SAMPLED: "filter",
    Action.HELD: "lock",
    Action.RELEASED: "key",
    Action.EXPIRED: "trash",
    Action.ERASED: "trash",
    Action.MODEL_ACTIVATED: "circle-check",
    Action.MODEL_ROLLED_BACK: "arrow-back-up",
    Action.SEALING_REFUSED: "alert-triangle",
    Action.CHECKPOINT_UNDELIVERED: "alert-triangle",
    Action.CLOCK_SET_BACK: "history",
    Action.BACKUP_BEGUN: "download",
    Action.BACKED_UP: "download",
    Action.RESTORED: "upload",
}
if unmapped := set(Action) - set(ICONS):
    raise LookupError(f"These audit actions have no icon in apps/audit/presentation.py: {sorted(unmapped)}")


def icon(event: Event) -> str:
    """The name of the action's icon. An action of an older release that is gone now keeps its place in the trail."""
    return ICONS[Action(event.action)] if event.action in Action.values else "help"


def plain(value: Any) -> str:
    """A detail's value on one line: text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def details(event: Event) -> list[tuple[str, str]]:
    """Name and value of each detail."""
    return [(name.replace("_", " "), plain(value)) for name, value in event.detail.items()]

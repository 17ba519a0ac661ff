"""The gateway to language models behind an OpenAI-compatible endpoint.

`language_model(role)` is the model configured for a role, or None: then the caller takes its deterministic way.
"""

from apps.inference.language.budget import Budget, BudgetSpent
from apps.inference.language.calls import Call, CallFailed, Reply, ReplyInvalid
from apps.inference.language.endpoint import Role
from apps.inference.language.gateway import LanguageModel, another_model, language_model
from apps.inference.language.messages import Image, Message, ToolCall, assistant, result, system, user
from apps.inference.language.prompts import DATA_RULE, Prompt, data_block
from apps.inference.language.shape import Tool

__all__ = [
    "DATA_RULE",
    "Budget",
    "BudgetSpent",
    "Call",
    "CallFailed",
    "Image",
    "LanguageModel",
    "Message",
    "Prompt",
    "Reply",
    "ReplyInvalid",
    "Role",
    "Tool",
    "ToolCall",
    "another_model",
    "assistant",
    "data_block",
    "language_model",
    "result",
    "system",
    "user",
]

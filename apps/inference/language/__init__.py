"""The gateway to language models behind an OpenAI-compatible endpoint; without one, callers have a way of their own."""

from apps.inference.budget import Budget
from apps.inference.calls import Call, CallFailed, Reply, ReplyInvalid
from apps.inference.endpoint import Role, another_model
from apps.inference.language.gateway import LanguageModel, language_model
from apps.inference.messages import Image, Message, ToolCall, result, system, user
from apps.inference.prompts import DATA_RULE, Prompt, data_block
from apps.inference.shapes import Tool

__all__ = [
    "DATA_RULE",
    "Budget",
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
    "data_block",
    "language_model",
    "result",
    "system",
    "user",
]

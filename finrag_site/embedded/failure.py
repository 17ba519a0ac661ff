"""What stops a start, in words for the operator."""


class ServerFailed(RuntimeError):
    """A server or the whole product cannot start; the message is one sentence that says why and what to do."""

"""What stops a backup or a restore, in words for the operator."""


class BackupRefused(RuntimeError):
    """It was not done; str() is one sentence that says why and what to do."""

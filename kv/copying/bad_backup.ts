/** A file that is not a backup, or was changed. Quotes none of its content. */
export class BadBackupError extends Error {
  override readonly name = "BadBackupError";
}

/** The error for a file that does not start like a backup. */
export function foreign(): BadBackupError {
  return new BadBackupError("it is not a backup of this service, or is one of a newer version");
}

/** The error for a changed backup. */
export function changed(cause?: unknown): BadBackupError {
  return new BadBackupError("it is truncated or was changed", { cause });
}

/** A file that is no backup, or is not as it was written. Quotes nothing of it. */
export class BadBackupError extends Error {
  override readonly name = "BadBackupError";
}

/** What does not begin like a backup. */
export function foreign(): BadBackupError {
  return new BadBackupError("it is no backup of this service, or of a newer version of it");
}

/** What is not as it was written. */
export function changed(cause?: unknown): BadBackupError {
  return new BadBackupError("it is truncated or was changed", { cause });
}

import type { Key } from "./key.ts";

/**
 * A value that differs from what was written, or is unreadable. Names the kind of record, never its
 * key or content.
 */
export class DamagedValueError extends Error {
  /**
   * Makes the message with the kind and the reason.
   *
   * @param reason the end of a sentence
   */
  constructor(key: Key, reason: string, cause?: unknown) {
    super(`A stored value of "${key[0]}" cannot be read: ${reason}`, { cause });
    this.name = "DamagedValueError";
  }
}

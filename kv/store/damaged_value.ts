import type { Key } from "./key.ts";

/** A value that cannot be read as what was written. Names the kind of thing, never its key or content. */
export class DamagedValueError extends Error {
  /**
   * Says what cannot be read, and why.
   *
   * @param reason the end of a sentence
   */
  constructor(key: Key, reason: string, cause?: unknown) {
    super(`A stored value of "${key[0]}" cannot be read: ${reason}`, { cause });
    this.name = "DamagedValueError";
  }
}

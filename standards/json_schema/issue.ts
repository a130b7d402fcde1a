/**
 * A reason why a schema is refused, or why a value does not match its schema. Contains no part of
 * the value.
 */
export interface SchemaIssue {
  /**
   * JSON Pointer (RFC 6901) into the schema or the value. In a value, a member that no schema names
   * reads `*`, so that the path contains no text of the sender.
   */
  readonly path: string;
  readonly reason: string;
}

/** Appends a reference token to a path (RFC 6901 §3). */
export function pointerTo(path: string, token: string | number): string {
  return `${path}/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

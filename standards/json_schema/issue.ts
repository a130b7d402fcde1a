/** A reason why a schema is refused, or a value does not fit its schema. Without any part of the value. */
export interface SchemaIssue {
  /**
   * JSON Pointer (RFC 6901) into the schema or the value. In a value, a member that no schema names
   * reads `*`: a sender's text stands nowhere in it.
   */
  readonly path: string;
  readonly reason: string;
}

/** A path with another reference token (RFC 6901 §3). */
export function pointerTo(path: string, token: string | number): string {
  return `${path}/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

import canonicalize from "canonicalize";

/**
 * What makes two requests the same for idempotency: method, path with its parameters, and
 * the RFC 8785 form of the validated body, array order included (decisions.md part 3). It holds what the caller sent: it is
 * only ever kept as a MAC.
 */
export function requestFingerprint(request: {
  readonly method: string;
  /** The template; what stands in its places is in `params`. */
  readonly path: string;
  readonly params: unknown;
  readonly body: unknown;
}): string {
  const text = canonicalize(request);
  if (text === undefined) throw new Error("A validated request must be a JSON value");
  return text;
}

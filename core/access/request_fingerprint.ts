import canonicalize from "canonicalize";

/**
 * What makes two requests the same for idempotency: method, path and the RFC 8785 form of the
 * validated body, array order included (decisions.md part 3). It holds what the caller sent: it is
 * only ever kept as a MAC.
 */
export function requestFingerprint(
  { method, path, body }: {
    readonly method: string;
    readonly path: string;
    readonly body: unknown;
  },
): string {
  const text = canonicalize({ method, path, body });
  if (text === undefined) throw new Error("A validated body must be a JSON value");
  return text;
}

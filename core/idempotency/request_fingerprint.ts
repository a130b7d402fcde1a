import canonicalize from "canonicalize";
import type { Mode } from "../nouns.ts";

/**
 * Returns the fingerprint by which two requests are equal for idempotency: method, path with its
 * parameters, and the RFC 8785 form of the validated body, array order included (decisions.md part
 * 3). It contains the caller's data, and is only stored as a MAC.
 */
export function requestFingerprint({ mode, ...request }: {
  readonly method: string;
  /** The path template; its values are in `params`. */
  readonly path: string;
  /** A sandbox's answer is never replayed in live, even if a deployment becomes live. */
  readonly mode: Mode;
  readonly params: unknown;
  readonly body: unknown;
}): string {
  const text = canonicalize(mode === "live" ? request : { ...request, mode });
  if (text === undefined) throw new Error("A validated request must be a JSON value");
  return text;
}

import canonicalize from "canonicalize";
import type { Mode } from "../nouns.ts";

/**
 * Fingerprint by which two requests are the same for idempotency: method, path with its parameters, and
 * the RFC 8785 form of the validated body, array order included (decisions.md part 3). It holds what the caller sent: it is
 * only ever kept as a MAC.
 */
export function requestFingerprint({ mode, ...request }: {
  readonly method: string;
  /** The template; what stands in its places is in `params`. */
  readonly path: string;
  /** A sandbox's answer is none in live, also where a deployment becomes a live one. */
  readonly mode: Mode;
  readonly params: unknown;
  readonly body: unknown;
}): string {
  const text = canonicalize(mode === "live" ? request : { ...request, mode });
  if (text === undefined) throw new Error("A validated request must be a JSON value");
  return text;
}

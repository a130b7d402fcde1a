import type { LoginLine } from "../history.ts";

/** Steps of one kind. */
export function stepsOf(
  lines: readonly LoginLine[],
  step: LoginLine["step"],
): readonly LoginLine[] {
  return lines.filter((line) => line.step === step);
}

/**
 * The parts of an acknowledged poll's answer; `code` and `state` are from the redirect of the
 * browser.
 */
export function replyOf({ text }: LoginLine): {
  readonly status: string;
  readonly code: string | null;
  readonly state: string | null;
} {
  const { status, redirectTo } = JSON.parse(text);
  if (redirectTo === undefined) return { status, code: null, state: null };
  const query = new URL(redirectTo).searchParams;
  return { status, code: query.get("code"), state: query.get("state") };
}

/** Lifetime of a code by the servers' policy. */
const codeMilliseconds = 60_000;

/**
 * Whether a login's code may have expired at a time, since it may have been issued at the first
 * poll.
 */
export function mayBeExpired(lines: readonly LoginLine[], by: number): boolean {
  const first = Math.min(...stepsOf(lines, "poll").map(({ began }) => began));
  return by - first >= codeMilliseconds;
}

/** Token calls that were certainly refused because the code was already used. */
export function replaysOf(lines: readonly LoginLine[]): readonly LoginLine[] {
  return stepsOf(lines, "redeem").filter(({ status, text, ended }) =>
    status === 400 && text.includes('"invalid_grant"') && !mayBeExpired(lines, ended)
  );
}

/** Claims of the id_token that an acknowledged token call was answered with, unverified. */
export function claimsOf({ text }: LoginLine): {
  readonly sub: string;
  readonly aud: string;
  readonly nonce: string;
} {
  const [, payload = ""] = String(JSON.parse(text).id_token).split(".");
  return JSON.parse(
    new TextDecoder().decode(Uint8Array.fromBase64(payload, { alphabet: "base64url" })),
  );
}

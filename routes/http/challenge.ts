import { oauthDescription } from "./oauth_refusals.ts";

/**
 * A 401 that another login of the same person resolves: a stronger or more recent one (RFC 9470
 * §3).
 */
export interface StepUpChallenge {
  readonly error: "insufficient_user_authentication";
  /** Sufficient levels, the preferred one first, separated by spaces. */
  readonly acrValues: string;
  /** Maximum age of a login in seconds. */
  readonly maxAgeSeconds: number;
}

/** The parameters of a 401's `Bearer` challenge. */
export type Challenge = "invalid_token" | StepUpChallenge;

/** The message of a 401 for a person, if its challenge states more than its code. */
export function challengeMessage(challenge: Challenge | undefined): string | undefined {
  if (challenge === undefined || challenge === "invalid_token") return undefined;
  const { acrValues, maxAgeSeconds } = challenge;
  return `The person must show a login at level ${acrValues} of the last ${maxAgeSeconds} seconds, not used before`;
}

/**
 * Writes the header `WWW-Authenticate` of a bearer token (RFC 6750 §3).
 *
 * @param message public text of the refusal
 */
export function writeChallenge(challenge: Challenge | undefined, message: string): string {
  if (challenge === undefined) return "Bearer";
  if (challenge === "invalid_token") return 'Bearer error="invalid_token"';
  const { error, acrValues, maxAgeSeconds } = challenge;
  return [
    `Bearer error="${error}"`,
    `error_description="${oauthDescription(message)}"`,
    `acr_values=${quoted(acrValues)}`,
    `max_age=${maxAgeSeconds}`,
  ].join(", ");
}

/** A quoted-string (RFC 9110 §5.6.4), of printable ASCII. */
function quoted(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, "?").replace(/["\\]/g, "\\$&")}"`;
}

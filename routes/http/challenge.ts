import { oauthDescription } from "./oauth_refusals.ts";

/** A 401 that another login of the same person mends: stronger, or more recent (RFC 9470 §3). */
export interface StepUpChallenge {
  readonly error: "insufficient_user_authentication";
  /** Levels any of which will do, the preferred one first, with blanks between them. */
  readonly acrValues: string;
  /** Seconds for which a login counts as recent. */
  readonly maxAgeSeconds: number;
}

/** What the `Bearer` challenge of a 401 says beside its scheme. */
export type Challenge = "invalid_token" | StepUpChallenge;

/** What a 401 says to a person, where its challenge knows more than its code. */
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

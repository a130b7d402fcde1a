import type { Refusal } from "./refusals.ts";

/** The header with the token of one verification session. */
export const sessionTokenHeader = "x-aval-verify-session-token";

/**
 * An invalid session token: of no session, of another session, or too old; the message does not
 * state which.
 */
export const sessionTokenRefusal: Refusal<"unauthorized"> = {
  code: "unauthorized",
  message:
    "A session token that is valid for this session is required: X-Aval-Verify-Session-Token: TOKEN",
};

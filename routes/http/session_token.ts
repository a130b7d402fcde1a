import type { Refusal } from "./refusals.ts";

/** Shows the token of one verification session. */
export const sessionTokenHeader = "x-aval-verify-session-token";

/** A session token that is no session's, another session's, or too old: which of them is not said. */
export const sessionTokenRefusal: Refusal<"unauthorized"> = {
  code: "unauthorized",
  message:
    "A session token that is valid for this session is required: X-Aval-Verify-Session-Token: TOKEN",
};

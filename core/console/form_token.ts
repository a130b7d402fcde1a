import { createHmac } from "node:crypto";

/**
 * The CSRF token in the forms of a session. It is derived from the session's secret and does not
 * reveal it.
 */
export function formTokenOf(sessionSecret: string): string {
  return createHmac("sha256", sessionSecret).update("form token").digest("base64url");
}

import { createHmac } from "node:crypto";

/**
 * What the forms of a session carry, so that no other site can send them: it is made of the session's
 * secret, and does not reveal it.
 */
export function formTokenOf(sessionSecret: string): string {
  return createHmac("sha256", sessionSecret).update("form token").digest("base64url");
}

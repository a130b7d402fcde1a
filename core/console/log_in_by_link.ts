import type { Clock } from "../../base/clock.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import type { Audit } from "../audit/ports.ts";
import type { PersonPorts } from "./ports.ts";
import { reachedPage } from "./reached_page.ts";
import type { LoginLink } from "./schema.ts";

/** A begun session. */
export interface LoggedInByLink {
  readonly secret: string;
  /** The page that was asked for, or the first that the person may open. */
  readonly next: string;
}

/**
 * Begins the session of the person named by a link. The link cannot be used again.
 *
 * @returns the secret of the session, and the page to go on to
 */
export async function logInByLink(
  { loginLinks, personSessions, audit, clock }: PersonPorts & {
    readonly audit: Pick<Audit, "record" | "recordNow">;
    readonly clock: Clock;
  },
  { unit, token, next }: { readonly unit: Unit; readonly token: string; readonly next: string },
): Promise<Result<LoggedInByLink, { readonly code: "link_over" }>> {
  const claim = await loginLinks.claim(unit, token);
  if (claim.kind === "unknown") return refuse({ code: "link_over" });
  const { personId, clientId, roles } = claim.link;
  if (claim.kind === "over") {
    await audit.recordNow({ kind: "CONSOLE_REFUSED", ...named(claim.link) });
    return refuse({ code: "link_over" });
  }
  audit.record(unit, { kind: "CONSOLE_LOGIN", login: "link", ...named(claim.link) });
  const loggedInAt = clock.now().toString({ smallestUnit: "millisecond" });
  const rights = { clientId, roles };
  const secret = personSessions.begin(unit, { personId, login: "link", loggedInAt, ...rights });
  return ok({ secret, next: reachedPage(next, rights) });
}

/** The person or client in the audit entry: a reviewer's entry belongs to the client. */
function named({ personId, clientId }: LoginLink) {
  return { person: personId, ...(clientId === null ? {} : { clientId }) };
}

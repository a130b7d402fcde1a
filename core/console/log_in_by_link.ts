import type { Clock } from "../../base/clock.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import type { Audit } from "../audit/ports.ts";
import type { PersonPorts } from "./ports.ts";
import type { LoginLink } from "./schema.ts";

/**
 * Begins the session of the person named by a link. The link cannot be used again.
 *
 * @returns the secret of the session
 */
export async function logInByLink(
  { loginLinks, personSessions, audit, clock }: PersonPorts & {
    readonly audit: Pick<Audit, "record" | "recordNow">;
    readonly clock: Clock;
  },
  { unit, token }: { readonly unit: Unit; readonly token: string },
): Promise<Result<string, { readonly code: "link_over" }>> {
  const claim = await loginLinks.claim(unit, token);
  if (claim.kind === "unknown") return refuse({ code: "link_over" });
  const { personId, clientId, roles } = claim.link;
  if (claim.kind === "over") {
    await audit.recordNow({ kind: "CONSOLE_REFUSED", ...named(claim.link) });
    return refuse({ code: "link_over" });
  }
  audit.record(unit, { kind: "CONSOLE_LOGIN", login: "link", ...named(claim.link) });
  const loggedInAt = clock.now().toString({ smallestUnit: "millisecond" });
  return ok(
    personSessions.begin(unit, { personId, login: "link", loggedInAt, clientId, roles }),
  );
}

/** The person or client in the audit entry: a reviewer's entry belongs to the client. */
function named({ personId, clientId }: LoginLink) {
  return { person: personId, ...(clientId === null ? {} : { clientId }) };
}

import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { Unit } from "../../base/unit.ts";
import { ClientId, PersonId } from "../access/schema.ts";
import type { PersonPorts } from "./ports.ts";

/** Random bytes in the id of a sandbox browser: 22 characters of base64url, too many to guess. */
const randomBytes = 16;

/**
 * Begins the session of a browser in a sandbox, without a login: with a client of its own, as
 * reviewer and as operator. The client is deleted when the session ends.
 *
 * @returns the secret of the session, and its client
 */
export function beginSandboxSession(
  { personSessions, sandboxBrowsers, clock, random }: PersonPorts & {
    readonly clock: Clock;
    readonly random: Random;
  },
  unit: Unit,
): { readonly secret: string; readonly client: ClientId } {
  const id = random.bytes(randomBytes).toBase64({ alphabet: "base64url", omitPadding: true });
  const client = ClientId.parse(`desk-${id}`);
  const secret = personSessions.begin(unit, {
    personId: PersonId.parse("visitor"),
    login: "sandbox",
    loggedInAt: clock.now().toString({ smallestUnit: "millisecond" }),
    clientId: client,
    roles: ["aval-operator", "kyb-reviewer"],
  });
  sandboxBrowsers.note(unit, client);
  return { secret, client };
}

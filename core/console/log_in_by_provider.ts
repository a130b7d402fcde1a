import { isSameSecret } from "../../base/constant_time.ts";
import { reachedPage } from "./reached_page.ts";
import type { Once } from "../../base/once.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { secretHash } from "../../base/secret.ts";
import type { Unit } from "../../base/unit.ts";
import { ClientId, ConsoleRole } from "../access/schema.ts";
import { suspendersOf } from "../access/suspension.ts";
import type { Audit } from "../audit/ports.ts";
import type { OperatorPorts } from "../operators/ports.ts";
import { personOfSubject } from "./person_of_subject.ts";
import type {
  AuthenticatedPerson,
  BroughtBack,
  ProviderLoginPorts,
  ProviderUnavailable,
} from "./ports.ts";

/** The role of a client's reviewer, for the client that the claim `aval_client` names. */
const reviewerRole = "screening-reviewer";

/** The ports of {@link logInByProvider}. */
export type LogInPorts = ProviderLoginPorts & Pick<OperatorPorts, "operators"> & {
  readonly audit: Pick<Audit, "record" | "recordNow">;
};

/** Input of {@link logInByProvider}. */
export interface LogInByProvider {
  readonly unit: Unit;
  /** The code is redeemed once, however often the unit is tried. */
  readonly once: Once;
  readonly brought: BroughtBack;
  /** The browser's cookie of a login; undefined: it has none. */
  readonly browser: string | undefined;
  /** The secret of the session that the browser has, which this login ends; undefined: it has none. */
  readonly session: string | undefined;
}

/** A session that has begun. */
export interface LoggedIn {
  readonly secret: string;
  /** The page that the browser goes on to. */
  readonly next: string;
}

/** Why no session begins. */
export type LogInRefusal =
  /** The login was begun in no such browser, came back before or too late, or the provider's token is not for it. */
  | { readonly code: "login_failed" }
  | { readonly code: "no_role" }
  | ProviderUnavailable;

/** What the provider has proved, and where the browser goes on to. */
interface Proof {
  readonly person: AuthenticatedPerson;
  readonly next: string;
}

/**
 * Ends a login at the identity provider, and begins the session of the person who has logged in there:
 * with the roles of the id_token, and none is given here.
 */
export async function logInByProvider(
  ports: LogInPorts,
  { unit, once, brought, browser, session }: LogInByProvider,
): Promise<Result<LoggedIn, LogInRefusal>> {
  const { audit, personSessions } = ports;
  const proof = await once(() => prove(ports, { brought, browser }));
  if (!proof.ok) return proof;
  const { person, next } = proof.value;
  const personId = personOfSubject(person.subject);
  const roles = ConsoleRole.options.filter((role) => person.roles.includes(role));
  const clientId = await reviewedClient(ports, unit, person);
  if (roles.length === 0 && clientId === null) {
    await audit.recordNow({ kind: "CONSOLE_REFUSED", person: personId });
    return refuse({ code: "no_role" });
  }
  if (session !== undefined) await personSessions.end(unit, session);
  audit.record(unit, {
    kind: "CONSOLE_LOGIN",
    ...(clientId === null ? {} : { clientId }),
    person: personId,
    login: "provider",
  });
  const loggedInAt = person.authenticatedAt.toString({ smallestUnit: "millisecond" });
  const secret = personSessions.begin(unit, {
    ...{ personId, clientId, roles, loggedInAt },
    login: "provider",
  });
  return ok({ secret, next: reachedPage(next, { roles, clientId }) });
}

/** Takes the attempt and redeems the code: each at most once, whatever comes of it. */
async function prove(
  { loginAttempts, personProvider }: ProviderLoginPorts,
  { brought, browser }: Pick<LogInByProvider, "brought" | "browser">,
): Promise<Result<Proof, LogInRefusal>> {
  const { state } = brought;
  const attempt = state === undefined ? null : await loginAttempts.take(state);
  if (attempt === null || state === undefined || personProvider === null) {
    return refuse({ code: "login_failed" });
  }
  if (browser === undefined || !isSameSecret(secretHash(browser), attempt.browser)) {
    return refuse({ code: "login_failed" });
  }
  const { next, nonce, verifier, isFresh } = attempt;
  const person = await personProvider.redeem({ state, nonce, verifier, isFresh }, brought);
  return person.ok ? ok({ person: person.value, next }) : person;
}

/**
 * The client for which the person reviews: one that has a record and is not suspended; null: none. A
 * suspension that commits first makes the login lose; a later one ends its session.
 */
async function reviewedClient(
  { operators: { clients } }: Pick<OperatorPorts, "operators">,
  unit: Unit,
  { roles, client }: AuthenticatedPerson,
): Promise<ClientId | null> {
  const named = roles.includes(reviewerRole) ? ClientId.safeParse(client) : null;
  if (named?.success !== true) return null;
  const standing = await clients.stand(named.data);
  const { record } = standing;
  standing.hold(unit);
  return record === null || suspendersOf(record).length > 0 ? null : named.data;
}

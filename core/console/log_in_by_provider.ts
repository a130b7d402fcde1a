import { isSameSecret } from "../../base/constant_time.ts";
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
import type { PersonSession } from "./schema.ts";

/** The provider's role for reviewers of the client in the claim `aval_client`. */
const reviewerRole = "screening-reviewer";

/** The ports of {@link logInByProvider}. */
export type LogInPorts = ProviderLoginPorts & Pick<OperatorPorts, "operators"> & {
  readonly audit: Pick<Audit, "record" | "recordNow">;
};

/** Input of {@link logInByProvider}. */
export interface LogInByProvider {
  readonly unit: Unit;
  /** Redeems the code once, however often the unit is retried. */
  readonly once: Once;
  readonly brought: BroughtBack;
  /** The browser's login cookie; undefined if it has none. */
  readonly browser: string | undefined;
  /**
   * The secret of the browser's present session, which this login ends; undefined if it has none.
   */
  readonly session: string | undefined;
}

/** A session that has begun. */
export interface LoggedIn {
  readonly secret: string;
  /** The page to show after the login. */
  readonly next: string;
}

/** Why no session begins. */
export type LogInRefusal =
  /**
   * This browser did not begin the login, or it was completed already or too late, or the
   * provider's token is not for this login.
   */
  | { readonly code: "login_failed" }
  | { readonly code: "no_role" }
  | ProviderUnavailable;

/** The verified identity, and the page to show after the login. */
interface Proof {
  readonly person: AuthenticatedPerson;
  readonly next: string;
}

/**
 * Completes a login at the identity provider and begins the person's session. The roles come from
 * the id_token only.
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
  const clientId = await reviewedClient(ports, person);
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

/** The requested page, or the first page that the person's roles permit. */
function reachedPage(
  next: string,
  { roles, clientId }: Pick<PersonSession, "roles" | "clientId">,
): string {
  const isOperator = roles.includes("aval-operator");
  const console = isOperator ? "/console" : roles.length > 0 ? "/console/kyb" : null;
  const desk = clientId === null ? null : "/desk";
  const asked = next.startsWith("/console") ? console : desk;
  return asked !== null && next.startsWith(asked) ? next : asked ?? desk ?? console ?? next;
}

/** Claims the attempt and redeems the code: each at most once, also if the login fails. */
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

/** The client for which the person reviews, if it has a record and is not suspended; else null. */
async function reviewedClient(
  { operators: { clients } }: Pick<OperatorPorts, "operators">,
  { roles, client }: AuthenticatedPerson,
): Promise<ClientId | null> {
  const named = roles.includes(reviewerRole) ? ClientId.safeParse(client) : null;
  if (named?.success !== true) return null;
  const record = await clients.find(named.data);
  return record === null || suspendersOf(record).length > 0 ? null : named.data;
}

import { z } from "zod";

/** The `client_id` of an OAuth client: the tenant that owns what a request makes (Screening §5, rule 5). */
export const ClientId = z.string().regex(
  /^[\x21-\x7e]{1,255}$/,
  "1 to 255 visible ASCII characters",
)
  .brand<"ClientId">();
export type ClientId = z.infer<typeof ClientId>;

/** Roles that the identity provider or the operator's CLI gives to a client's tokens. */
export const Role = z.enum([
  "credentials-api-client",
  "credentials-api-issuer",
  "credentials-api-reviewer",
  "credentials-api-verifier",
  "kyb-reviewer",
]);
export type Role = z.infer<typeof Role>;

/** An OAuth client that a bearer token has identified. */
export interface ClientCaller {
  readonly kind: "client";
  readonly clientId: ClientId;
  /** Role names as the introspection answer holds them; unknown ones grant nothing. */
  readonly roles: readonly string[];
  /** OAuth scopes of the token. */
  readonly scopes: readonly string[];
}

/** A caller of a sandbox deployment: its claims are believed, and it counts as active. */
export interface SandboxCaller {
  readonly kind: "sandbox";
  readonly clientId: ClientId;
  /**
   * Whether the request named its client. One that did is held to every ownership rule; one that
   * did not acts as the owner of whatever resource it names by id (decisions.md part 1).
   */
  readonly named: boolean;
}

/** A caller that owns resources. */
export type TenantCaller = ClientCaller | SandboxCaller;

/** A caller without a client identity: a KYB applicant, a wallet, or a person's browser. */
export interface AnonymousCaller {
  readonly kind: "applicant" | "wallet" | "browser";
}

/** A caller with the token of one verification session, which is yet to be compared. */
export interface SessionTokenCaller {
  readonly kind: "session_token";
  readonly token: string;
}

/** What names a person who acts in the console: an id, and no name, as the audit log keeps it. */
export const PersonId = z.string().regex(/^[\x21-\x7e]{1,255}$/).brand<"PersonId">();
export type PersonId = z.infer<typeof PersonId>;

/** How a person logged in: in a sandbox without a login, by an operator's link, or by the identity provider. */
export const PersonLogin = z.enum(["sandbox", "link", "provider"]);
export type PersonLogin = z.infer<typeof PersonLogin>;

/** A person with a session. */
export interface Person {
  readonly personId: PersonId;
  /** How they logged in: by the identity provider they are authenticated, else named. */
  readonly login: PersonLogin;
  readonly loggedInAt: Temporal.Instant;
}

/** What a person may do in the console. */
export const ConsoleRole = z.enum(["aval-operator", "kyb-reviewer"]);
export type ConsoleRole = z.infer<typeof ConsoleRole>;

/** A person with a session of the operators' console. */
export interface ConsoleCaller {
  readonly kind: "console";
  readonly person: Person;
  readonly roles: readonly ConsoleRole[];
  /** In a sandbox the client of the browser, the only one that it acts on; null in live. */
  readonly sandboxClient: TenantCaller | null;
  /** What each form of the session carries. */
  readonly formToken: string;
}

/** A client's reviewer with a session of the desk. */
export interface DeskCaller {
  readonly kind: "desk";
  readonly person: Person;
  /** The client for which the person reviews, as the operations of the API take it. */
  readonly client: TenantCaller;
  /** What each form of the session carries. */
  readonly formToken: string;
}

/** Sender of a request, resolved once at the edge. */
export type Caller =
  | TenantCaller
  | SessionTokenCaller
  | ConsoleCaller
  | DeskCaller
  | AnonymousCaller;

/** The client that a reviewer at the desk acts for; any other caller as it is. */
export function tenantOf(caller: Caller): Exclude<Caller, DeskCaller> {
  return caller.kind === "desk" ? caller.client : caller;
}

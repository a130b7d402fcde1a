import { z } from "zod";

/**
 * The `client_id` of an OAuth client: the tenant that owns the resources of its requests (Screening
 * §5, rule 5).
 */
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

/** An OAuth client identified by a bearer token. */
export interface ClientCaller {
  readonly kind: "client";
  readonly clientId: ClientId;
  /** Role names from the introspection answer; unknown ones grant nothing. */
  readonly roles: readonly string[];
  /** OAuth scopes of the token. */
  readonly scopes: readonly string[];
}

/**
 * A caller of a sandbox deployment: its claims are accepted unverified, and it counts as active.
 */
export interface SandboxCaller {
  readonly kind: "sandbox";
  readonly clientId: ClientId;
  /**
   * Whether the request named its client. If it did, every ownership rule applies; if not, the
   * caller acts as the owner of each resource that it names by id (decisions.md part 1).
   */
  readonly named: boolean;
}

/** A caller that owns resources. */
export type TenantCaller = ClientCaller | SandboxCaller;

/** A caller without a client identity: a KYB applicant, a wallet, or a person's browser. */
export interface AnonymousCaller {
  readonly kind: "applicant" | "wallet" | "browser";
}

/** A caller with the token of one verification session, which is not compared yet. */
export interface SessionTokenCaller {
  readonly kind: "session_token";
  readonly token: string;
}

/**
 * Identifies a person who acts in the console: an id instead of a name, since the audit log keeps
 * it.
 */
export const PersonId = z.string().regex(/^[\x21-\x7e]{1,255}$/).brand<"PersonId">();
export type PersonId = z.infer<typeof PersonId>;

/**
 * The way a person logged in: in a sandbox without a login, by an operator's link, or by the
 * identity provider.
 */
export const PersonLogin = z.enum(["sandbox", "link", "provider"]);
export type PersonLogin = z.infer<typeof PersonLogin>;

/** A person with a session. */
export interface Person {
  readonly personId: PersonId;
  /**
   * The way the person logged in: the identity provider authenticates the person, the others only
   * name one.
   */
  readonly login: PersonLogin;
  readonly loggedInAt: Temporal.Instant;
  /** The first page of each part of the deployment that the person may open. */
  readonly homes: Readonly<Partial<Record<"desk" | "console", string>>>;
}

/** The rights of a person in the console. */
export const ConsoleRole = z.enum(["aval-operator", "kyb-reviewer"]);
export type ConsoleRole = z.infer<typeof ConsoleRole>;

/** A person with a session of the operators' console. */
export interface ConsoleCaller {
  readonly kind: "console";
  readonly person: Person;
  readonly roles: readonly ConsoleRole[];
  /**
   * In a sandbox the client of the browser, the only one that the person may act on; null in live.
   */
  readonly sandboxClient: TenantCaller | null;
  /** The token that each form of the session contains. */
  readonly formToken: string;
}

/** A client's reviewer with a session of the desk. */
export interface DeskCaller {
  readonly kind: "desk";
  readonly person: Person;
  /** The client for which the person reviews, in the form that the operations of the API expect. */
  readonly client: TenantCaller;
  /** The token that each form of the session contains. */
  readonly formToken: string;
}

/** Sender of a request, resolved once at the edge. */
export type Caller =
  | TenantCaller
  | SessionTokenCaller
  | ConsoleCaller
  | DeskCaller
  | AnonymousCaller;

/** Returns the client for which a reviewer at the desk acts; any other caller unchanged. */
export function tenantOf(caller: Caller): Exclude<Caller, DeskCaller> {
  return caller.kind === "desk" ? caller.client : caller;
}

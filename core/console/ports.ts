import type { Unit } from "../../base/unit.ts";
import type { ClientId, PersonId } from "../access/schema.ts";
import type { Result } from "../../base/result.ts";
import type { LoginAttempt, LoginLink, PersonSession } from "./schema.ts";

/** The person, or the client whose reviewers' sessions and links end. */
export type Ended = { readonly personId: PersonId } | { readonly clientId: ClientId };

/** Sessions of persons, each identified by a secret that only the browser has. */
export interface PersonSessions {
  /** Begins a session. @returns a new secret */
  begin(unit: Unit, session: PersonSession): string;
  /** @returns null if no session has the secret, or the session is over */
  find(secret: string): Promise<PersonSession | null>;
  /** Ends a session, if there is one. */
  end(unit: Unit, secret: string): Promise<void>;
  /** Ends every session of a person or of a client's reviewers, in commits of its own. @returns how many */
  endAll(of: Ended): Promise<number>;
}

/** The outcome of using a link. */
export type Claim =
  | { readonly kind: "claimed"; readonly link: LoginLink }
  /** The link was used before, or has expired. It is forgotten after this answer. */
  | { readonly kind: "over"; readonly link: LoginLink }
  | { readonly kind: "unknown" };

/** Links by which an operator lets a person log in once. */
export interface LoginLinks {
  /** Makes a link. @returns its token */
  make(unit: Unit, link: LoginLink): string;
  /** Uses up a link, if no other request has used it. */
  claim(unit: Unit, token: string): Promise<Claim>;
  /** Removes every link of a person or of a client's reviewers, in commits of its own. @returns how many */
  removeAll(of: Ended): Promise<number>;
}

/** Logins that browsers have begun at the identity provider. */
export interface LoginAttempts {
  /** Keeps an attempt under the hash of its `state`. */
  add(unit: Unit, state: string, attempt: LoginAttempt): void;
  /**
   * Claims an attempt, in a commit of its own: only one caller gets it. @returns null for every
   * other caller, and after its expiry
   */
  take(state: string): Promise<LoginAttempt | null>;
}

/** Parameters of an authentication request to the identity provider. */
export interface AskedLogin extends Pick<LoginAttempt, "nonce" | "verifier" | "isFresh"> {
  readonly state: string;
}

/** The provider's answer in the browser's redirect (RFC 6749 §4.1.2; RFC 9207). */
export interface BroughtBack {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
}

/** Claims of a verified id_token. */
export interface AuthenticatedPerson {
  /** `sub`: permanent, and unique to one person at the provider. */
  readonly subject: string;
  /** `auth_time`, never later than now. */
  readonly authenticatedAt: Temporal.Instant;
  /** Roles of the realm and of this service's client in it; unknown ones grant nothing. */
  readonly roles: readonly string[];
  /** The claim `aval_client`; null if absent. */
  readonly client: string | null;
}

/** The provider is unavailable, or its answer is not valid. */
export interface ProviderUnavailable {
  readonly code: "upstream_unavailable";
}

/**
 * The identity provider by which persons log in. Every call has a deadline and a limit of bytes.
 */
export interface PersonProvider {
  /**
   * The URL to which a browser is sent to log in. @param language of the provider's pages (BCP 47)
   */
  loginUrl(asked: AskedLogin, language: string): Promise<Result<string, ProviderUnavailable>>;
  /**
   * Redeems the code and verifies the id_token.
   *
   * @returns `login_failed`: the provider refuses the code, or its token is not for this login
   */
  redeem(
    asked: AskedLogin,
    brought: BroughtBack,
  ): Promise<Result<AuthenticatedPerson, ProviderUnavailable | { readonly code: "login_failed" }>>;
  /** The provider's URL to log out; null if it has none, or is unavailable. */
  logoutUrl(): Promise<string | null>;
}

/** Browsers in a sandbox, each with a client of its own. */
export interface SandboxBrowsers {
  /** Registers the client for deletion when its session ends. */
  note(unit: Unit, clientId: ClientId): void;
}

/** The ports of logging in to the desk and the console. */
export interface PersonPorts {
  readonly personSessions: PersonSessions;
  readonly loginLinks: LoginLinks;
  readonly sandboxBrowsers: SandboxBrowsers;
  readonly loginAttempts: LoginAttempts;
}

/** Ends the access of a client's reviewers when the client is suspended. */
export interface SuspendedAccess {
  /** Ends the sessions and links of the client's reviewers when the unit commits. */
  endWith(unit: Unit, clientId: ClientId): void;
}

/** The ports of logging in by the identity provider. */
export interface ProviderLoginPorts extends PersonPorts {
  /** Null if persons log in by links only. */
  readonly personProvider: PersonProvider | null;
}

import type { Unit } from "../../base/unit.ts";
import type { ClientId, PersonId } from "../access/schema.ts";
import type { Result } from "../../base/result.ts";
import type { LoginAttempt, LoginLink, PersonSession } from "./schema.ts";

/** Those whose sessions and links end. */
export type Ended = { readonly personId: PersonId } | { readonly clientId: ClientId };

/** Sessions of persons, each known by a secret that the browser alone has. */
export interface PersonSessions {
  /** Begins a session. @returns its secret: another for each login */
  begin(unit: Unit, session: PersonSession): string;
  /** @returns null for a secret of no session, and for one that is over */
  find(secret: string): Promise<PersonSession | null>;
  /** Ends a session; nothing where there is none. */
  end(unit: Unit, secret: string): Promise<void>;
  /** Ends every session of a person or of a client's reviewers, in commits of its own. @returns how many */
  endAll(of: Ended): Promise<number>;
}

/** What becomes of a link that is shown. */
export type Claim =
  | { readonly kind: "claimed"; readonly link: LoginLink }
  /** It was used before, or too late; from now on it is unknown. */
  | { readonly kind: "over"; readonly link: LoginLink }
  | { readonly kind: "unknown" };

/** Links by which an operator logs persons in, each once. */
export interface LoginLinks {
  /** Makes a link. @returns its token */
  make(unit: Unit, link: LoginLink): string;
  /** Uses a link up, on condition that no other request has. */
  claim(unit: Unit, token: string): Promise<Claim>;
  /** Removes every link of a person or of a client's reviewers, in commits of its own. @returns how many */
  removeAll(of: Ended): Promise<number>;
}

/** Logins that browsers have begun at the identity provider. */
export interface LoginAttempts {
  /** Keeps an attempt under the hash of its `state`. */
  add(unit: Unit, state: string, attempt: LoginAttempt): void;
  /** Takes an attempt, in a commit of its own: one caller gets it. @returns null for any other, and too late */
  take(state: string): Promise<LoginAttempt | null>;
}

/** What is asked of the identity provider. */
export interface AskedLogin extends Pick<LoginAttempt, "nonce" | "verifier" | "isFresh"> {
  readonly state: string;
}

/** What a browser brings back from the identity provider (RFC 6749 §4.1.2; RFC 9207). */
export interface BroughtBack {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
}

/** What a verified id_token says. */
export interface AuthenticatedPerson {
  /** `sub`: one person of the provider for ever. */
  readonly subject: string;
  /** `auth_time`, never later than now. */
  readonly authenticatedAt: Temporal.Instant;
  /** Of the realm and of this service's own client there; unknown ones grant nothing. */
  readonly roles: readonly string[];
  /** The claim `aval_client`; null: the token has none. */
  readonly client: string | null;
}

/** The provider cannot be asked now, or does not answer as one. */
export interface ProviderUnavailable {
  readonly code: "upstream_unavailable";
}

/** The identity provider that persons log in by. Every call bounds its time and its bytes. */
export interface PersonProvider {
  /** Where a browser is sent to log in. @param language of its pages (BCP 47) */
  loginUrl(asked: AskedLogin, language: string): Promise<Result<string, ProviderUnavailable>>;
  /**
   * Redeems the code and verifies the id_token.
   *
   * @returns `login_failed`: the provider refuses, or its token is not one for this login
   */
  redeem(
    asked: AskedLogin,
    brought: BroughtBack,
  ): Promise<Result<AuthenticatedPerson, ProviderUnavailable | { readonly code: "login_failed" }>>;
  /** Where a person ends their session at the provider; null: it has no such page, or is not available. */
  logoutUrl(): Promise<string | null>;
}

/** Browsers in a sandbox, each with a client of its own. */
export interface SandboxBrowsers {
  /** Has the client be deleted when its session is over. */
  note(unit: Unit, clientId: ClientId): void;
}

/** The ports of logging in to the desk and the console. */
export interface PersonPorts {
  readonly personSessions: PersonSessions;
  readonly loginLinks: LoginLinks;
  readonly sandboxBrowsers: SandboxBrowsers;
  readonly loginAttempts: LoginAttempts;
}

/** The end of a client's reviewers' access with a suspension. */
export interface SuspendedAccess {
  /** Ends the sessions and links of the client's reviewers when the unit is committed. */
  endWith(unit: Unit, clientId: ClientId): void;
}

/** The ports of logging in by the identity provider. */
export interface ProviderLoginPorts extends PersonPorts {
  /** Null: persons log in by links alone. */
  readonly personProvider: PersonProvider | null;
}

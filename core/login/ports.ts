import type { Unit } from "../../base/unit.ts";
import type { ClientId } from "../access/schema.ts";
import type { Traffic } from "../anomalies/ports.ts";
import type { Mode } from "../nouns.ts";
import type { LoginCounts } from "../telemetry/ports.ts";
import type { VerificationPorts } from "../verification/ports.ts";
import type { LoginGrant, LoginRequest, SingleSignOn } from "./schema.ts";

/** The ports that the login needs. */
export interface LoginPorts extends
  Pick<
    VerificationPorts,
    | "audit"
    | "clients"
    | "clock"
    | "log"
    | "presentation"
    | "random"
    | "sessionTokens"
    | "telemetry"
    | "verification"
    | "verificationSessions"
  > {
  readonly login: LoginSettings;
  readonly loginClients: LoginClients;
  readonly loginRequests: LoginRequests;
  readonly loginCodes: LoginCodes;
  readonly singleSignOns: SingleSignOns;
  readonly loginKeys: LoginSigningKeys;
  /** Counts logins by outcome after their commit. */
  readonly loginCounts: LoginCounts;
  /** A login's session counts in its client's usage. */
  readonly traffic: Pick<Traffic, "note">;
}

/** A deployment's settings for the login. */
export interface LoginSettings {
  /** The issuer: base URL with `/v1/login`. */
  readonly issuer: string;
  readonly rules: {
    readonly bindToBrowser: boolean;
    /** Minutes for which a page waits for a wallet. */
    readonly requestMinutes: number;
    readonly codeSeconds: number;
    readonly ssoHours: number;
    readonly accessTokenMinutes: number;
    readonly idTokenMinutes: number;
  };
}

/** A relying party of the login. */
export interface LoginClient {
  readonly clientId: ClientId;
  /** Name on the page; the client's id if it has no name. */
  readonly name: string;
  /** As registered, possibly under other rules than the current ones. */
  readonly redirectUris: readonly string[];
}

/** The relying parties. */
export interface LoginClients {
  /** @returns null for a client that is unknown, not registered for the login, or suspended */
  find(clientId: string): Promise<LoginClient | null>;
  /**
   * Whether a secret is one of the client's valid ones. Takes the same time for an unknown client
   * as for a wrong secret.
   */
  verifySecret(clientId: string, secret: string): Promise<boolean>;
}

/** A login request as it was read. */
export interface FoundLoginRequest {
  readonly mode: Mode;
  /** SHA-256, hex, of the cookie of the browser that began; null if policy required no binding. */
  readonly browser: string | null;
  /** Null once its client was erased: the page still waits, but nothing else is stored. */
  readonly open: OpenLoginRequest | null;
}

/** A login request whose client was not erased. */
export interface OpenLoginRequest {
  readonly request: LoginRequest;
  /** Null before a poll after the wallet's proof. */
  readonly issued: IssuedLogin | null;
  /**
   * Issues the code and the single sign-on in the unit; the commit fails if another poll or an
   * erasure came first. Every poll issues the same.
   */
  issue(unit: Unit, grant: LoginGrant): Promise<IssuedLogin>;
}

/** The code and single sign-on of a request, the same for every poll. */
export interface IssuedLogin {
  readonly code: string;
  /** Value of the single sign-on cookie. */
  readonly singleSignOn: string;
  /** Whether the code is unused and unexpired. */
  readonly isRedeemable: boolean;
}

/** Login requests by their ids, which grant access and are stored by hash. */
export interface LoginRequests {
  /** Adds a request. @returns the request's `authorizationRequestId` */
  add(unit: Unit, request: LoginRequest): string;
  /** @returns null for an unknown or long expired request */
  find(authorizationRequestId: string): Promise<FoundLoginRequest | null>;
}

/** One-time codes (RFC 6749 §4.1.2), stored by hash; a used one stays until it expires. */
export interface LoginCodes {
  /** @returns null for an unknown or expired code */
  find(code: string): Promise<FoundLoginCode | null>;
}

/** A code as it was read. */
export interface FoundLoginCode {
  readonly grant: LoginGrant;
  readonly isUsed: boolean;
  /** Uses up the code, in a commit of its own. Exactly one caller ever gets true. */
  redeem(): Promise<boolean>;
  /** Ends the single sign-on of the code and records the replay, in a commit of its own. */
  endReplayed(): Promise<void>;
}

/** Browsers that need not present their wallet again. */
export interface SingleSignOns {
  /** @returns null for an unknown or expired value */
  find(value: string): Promise<FoundSingleSignOn | null>;
}

/** A single sign-on as it was read. */
export interface FoundSingleSignOn {
  readonly singleSignOn: SingleSignOn;
  /**
   * Issues another code for the single sign-on in the unit; the commit fails if the single sign-on
   * ended meanwhile.
   *
   * @returns the new code
   */
  issueCode(unit: Unit, grant: LoginGrant): string;
}

/** A key that signs id_tokens now. */
export interface LoginSigner {
  /** RFC 7638 thumbprint. */
  readonly kid: string;
  /** ES256, not extractable. */
  readonly key: CryptoKey;
}

/** A public key of the JWKS (RFC 7517). */
export interface PublishedKey {
  readonly kty: "EC";
  readonly crv: "P-256";
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly use: "sig";
  readonly alg: "ES256";
}

/** The keys that sign id_tokens, read each time, so that a revoked one stops at once. */
export interface LoginSigningKeys {
  signer(): Promise<LoginSigner>;
  /** Every ACTIVE and ROTATED key. */
  published(): Promise<readonly PublishedKey[]>;
}

/** Logins of a client, for its erasure. */
export interface ClientLogins {
  /**
   * Deletes every request, code and single sign-on of a client, in both modes.
   *
   * @returns the number of deleted records
   */
  erase(owner: ClientId): Promise<number>;
}

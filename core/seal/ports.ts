import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Random } from "../../base/random.ts";
import type { Result } from "../../base/result.ts";
import type { NextTurn } from "../../base/turns.ts";
import type { Unit, Units } from "../../base/unit.ts";
import type { Clients } from "../access/ports.ts";
import type { ClientId } from "../access/schema.ts";
import type { Audit } from "../audit/ports.ts";
import type { Replays } from "../idempotency/ports.ts";
import type { KybApplication } from "../kyb/application_schema.ts";
import type { SigningAct, SigningAttempt } from "./attempt_schema.ts";

/** Ports of sealing and signing. */
export interface SealPorts {
  readonly audit: Pick<Audit, "record">;
  readonly clients: Clients;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  readonly replays: Pick<Replays, "findPledge">;
  readonly signing: {
    /** Null: no trust service provider is configured. */
    readonly service: SigningService | null;
    readonly admissions: Admissions;
    readonly attempts: SigningAttempts;
    /** Commits writes that are separate from the act's own end. */
    readonly units: Units;
    /** Lets other requests run between long steps of a large document. */
    readonly nextTurn: NextTurn;
  };
}

/** A configured trust service with its dependencies. */
export interface SigningService {
  readonly provider: TrustServiceProvider;
  readonly documents: DocumentSigner;
  /** Null: documents get no timestamp (level B-B). */
  readonly timestamps: TimestampAuthority | null;
  /** Returns a signal that aborts when an act that begins now exceeds its time. */
  readonly deadline: () => AbortSignal;
}

/** Clients that KYB admitted. */
export interface Admissions {
  /** @returns the APPROVED application that the client is linked to; null if there is none */
  find(clientId: ClientId): Promise<KybApplication | null>;
}

/** Acts that have begun and have not ended. */
export interface SigningAttempts {
  /** Adds an attempt to the unit. */
  begin(unit: Unit, attempt: SigningAttempt): void;
  /**
   * Reads an attempt for a unit that ends it.
   *
   * @returns a function that ends the attempt in a unit, whose commit fails if another one was
   *   first; null when the attempt has already ended
   */
  find(attempt: SigningAttempt): Promise<((unit: Unit) => void) | null>;
  /** Yields attempts that began before an instant, the oldest first. */
  begunBefore(moment: Temporal.Instant): AsyncIterable<SigningAttempt>;
}

/**
 * The algorithm of a raw signature (CSC API v2.2 `signAlgo`), always over SHA-256; RSA with at
 * least 2,048 bits.
 */
export type SignatureAlgorithm = "ecdsa-p256" | "ecdsa-p384" | "rsa-pkcs1" | "rsa-pss";

/** A trust service provider's description of itself (`info`). */
export interface ProviderInfo {
  readonly name: string;
  /** `specs`, such as `2.2.0.0` or `1.0.4.0`. */
  readonly specs: string;
  /** Supported methods, such as `signatures/signHash`. */
  readonly methods: readonly string[];
}

/** A credential that can currently sign, according to the provider. */
export interface SigningCredential {
  /** `credentialID`. */
  readonly credentialId: string;
  readonly provider: ProviderInfo;
  /** DER, the signer's first, then the chain as far as the provider sends it. */
  readonly certificates: readonly Uint8Array[];
  readonly algorithm: SignatureAlgorithm;
  /** The provider's name of the algorithm: an object identifier from the key's `algo`. */
  readonly signAlgo: string;
  /**
   * Ids of the authentication objects that require an answer; empty: the credential signs
   * unattended.
   */
  readonly authenticationObjectIds: readonly string[];
}

/** Why a credential cannot sign (409 `signing_credential_unusable`). */
export type CredentialProblem =
  | "unknown_credential"
  | "key_not_enabled"
  | "certificate_not_valid"
  | "certificate_out_of_date"
  | "needs_browser"
  | "needs_second_factor"
  | "other_qualifier"
  | "no_supported_algorithm";

/**
 * The reason why the provider or the timestamp authority gave no usable answer, as this service's
 * code for log and audit.
 */
export type ProviderFault =
  | "timeout"
  | "connection"
  | "redirect"
  | "status"
  | "rate_limited"
  | "too_long"
  | "bad_answer"
  | "not_logged_in"
  | "unsupported_version"
  | "wrong_signature_count"
  | "signature_invalid"
  | "timestamp_refused"
  | "timestamp_invalid"
  | "left_alone";

/** The reason why authorization data are wrong for any PIN. */
export type AuthorizationProblem = "missing" | "not_wanted" | "unknown_object";

/** The reason why a provider did not sign. */
export type ProviderRefusal =
  /** Wrong PIN, wrong object, missing or unexpected PIN. Never retried. */
  | {
    readonly code: "authorization_data_rejected";
    /** Present if the provider was not called; absent: the provider rejected the data. */
    readonly problem?: AuthorizationProblem;
  }
  | { readonly code: "signing_credential_unusable"; readonly problem: CredentialProblem }
  | {
    readonly code: "upstream_unavailable";
    readonly fault: ProviderFault;
    /** Seconds stated by a 429 or 503 answer. */
    readonly retryAfterSeconds?: number;
  };

/**
 * A person's answer to an authentication object. Exists only during one request and its one call.
 */
export interface AuthorizationData {
  readonly pinObjectId: string;
  readonly pin: string;
}

/** A trust service provider by the CSC API. */
export interface TrustServiceProvider {
  /** Describes the provider, even if its version is unsupported. */
  describe(signal: AbortSignal): Promise<Result<ProviderInfo, ProviderRefusal>>;
  /**
   * Ids of the credentials that the service's account may use, a thousand at most; only for the
   * operator.
   */
  listCredentials(signal: AbortSignal): Promise<Result<readonly string[], ProviderRefusal>>;
  /**
   * Fetches a credential and checks that it is usable: enabled key, valid certificate, a flow
   * without a browser, the qualifier of the act if given, a supported algorithm. Never cached.
   */
  findCredential(
    asked: { readonly credentialId: string; readonly act: SigningAct },
    signal: AbortSignal,
  ): Promise<Result<SigningCredential, ProviderRefusal>>;
  /**
   * Authorises one hash and has it signed: at most one `credentials/authorize` and one
   * `signatures/signHash`. Neither is repeated, except after a token that was refused before
   * authorize.
   *
   * @param hash SHA-256 of the signed attributes
   * @returns the provider's raw signature: ECDSA in DER or as r and s
   */
  signHash(
    asked: {
      readonly credential: SigningCredential;
      readonly hash: Uint8Array;
      readonly authorization: AuthorizationData | null;
    },
    signal: AbortSignal,
  ): Promise<Result<Uint8Array, ProviderRefusal>>;
}

/** The reason why there is no timestamp. */
export type TimestampRefusal = Extract<ProviderRefusal, { code: "upstream_unavailable" }>;

/** A timestamp authority by RFC 3161 over HTTP (§3.4). */
export interface TimestampAuthority {
  /**
   * Returns the reason why the authority would currently not be called, so that no signature is
   * made that would lack its timestamp.
   *
   * @returns null if it would be called
   */
  findUnavailable(): TimestampRefusal | null;
  /**
   * @param request DER of a TimeStampReq
   * @returns DER of the TimeStampResp, not yet read
   */
  request(
    request: Uint8Array,
    signal: AbortSignal,
  ): Promise<Result<Uint8Array, TimestampRefusal>>;
}

/**
 * The reason why a document is not sealed (400 `document_not_sealable`); reveals nothing else about
 * the file.
 */
export type DocumentProblem =
  | "not_a_pdf"
  | "header_not_at_start"
  | "encrypted"
  | "no_pages"
  | "changes_forbidden"
  | "broken_structure"
  | "too_many_objects"
  | "too_much_structure"
  | "took_too_long"
  | "update_too_large";

/** The document cannot be sealed, or no Worker was free before the deadline. */
export type DocumentRefusal =
  | { readonly code: "document_not_sealable"; readonly problem: DocumentProblem }
  | { readonly code: "upstream_unavailable"; readonly fault: "workers_busy" };

/** The data added to the document before it is signed. */
export interface SignaturePlan {
  /** DER, the signer's first. */
  readonly certificates: readonly Uint8Array[];
  readonly algorithm: SignatureAlgorithm;
  /** `M` of the signature dictionary. */
  readonly signedAt: Temporal.Instant;
  /** B-T: reserves room for a timestamp and makes its request. */
  readonly withTimestamp: boolean;
}

/** A sealed document: the original and the appended bytes. */
export interface SignedDocument {
  /** The bytes after the original. */
  readonly appended: Uint8Array;
  /** SHA-256 of both together, lower-case hex. */
  readonly resultSha256: string;
}

/** A parsed document that can be sealed, isolated from other requests until it is closed. */
export interface OpenedDocument {
  /**
   * Appends the signature field and its dictionary, with room for the signature.
   *
   * @returns SHA-256 of the signed attributes (RFC 5652 §5.4)
   */
  prepare(plan: SignaturePlan): Promise<Result<Uint8Array, DocumentRefusal>>;
  /**
   * Verifies the raw signature with the signer's certificate.
   *
   * @returns the TimeStampReq for its timestamp; null without one
   */
  accept(
    signature: Uint8Array,
  ): Promise<Result<Uint8Array | null, { readonly code: "signature_invalid" }>>;
  /**
   * Embeds the signature, and checks the result by opening it again: the original is its prefix,
   * the gap is the signature, the CMS verifies, earlier signatures verify as before.
   *
   * @param timestamp DER of the TimeStampResp; null for B-B
   * @throws Error when the check fails; the result must not be returned
   */
  finish(
    timestamp: Uint8Array | null,
  ): Promise<Result<SignedDocument, { readonly code: "timestamp_invalid" | "timestamp_refused" }>>;
  /** Releases the document and ends running work. Must always be called. */
  close(): void;
}

/** Reads and signs documents, isolated from other requests, each within its own limits. */
export interface DocumentSigner {
  /**
   * Waits for its turn until the signal aborts; for each credential one document is open at a time.
   *
   * @param credentialId the credential whose queue to wait in
   */
  open(
    document: Uint8Array<ArrayBuffer>,
    turn: { readonly credentialId: string; readonly signal: AbortSignal },
  ): Promise<Result<OpenedDocument, DocumentRefusal>>;
}

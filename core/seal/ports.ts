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
    /** Commits what stands apart from the act's own end. */
    readonly units: Units;
    /** Lets other requests run between steps that a large document makes long. */
    readonly nextTurn: NextTurn;
  };
}

/** A configured trust service, with what is needed beside it. */
export interface SigningService {
  readonly provider: TrustServiceProvider;
  readonly documents: DocumentSigner;
  /** Null: documents get no timestamp (level B-B). */
  readonly timestamps: TimestampAuthority | null;
  /** A signal that aborts when an act that begins now has taken too long. */
  readonly deadline: () => AbortSignal;
}

/** Who was admitted as a client, by KYB. */
export interface Admissions {
  /** @returns the APPROVED application that the client is linked to; null when there is none */
  find(clientId: ClientId): Promise<KybApplication | null>;
}

/** Acts that have begun and have no end yet. */
export interface SigningAttempts {
  /** Adds one to the unit. */
  begin(unit: Unit, attempt: SigningAttempt): void;
  /**
   * Reads one for a unit that ends it.
   *
   * @returns adds to a unit that it has ended, which is lost when another one is quicker; null when
   * it has ended already
   */
  find(attempt: SigningAttempt): Promise<((unit: Unit) => void) | null>;
  /** Those begun before a moment, the oldest first. */
  begunBefore(moment: Temporal.Instant): AsyncIterable<SigningAttempt>;
}

/**
 * How a raw signature is made (CSC API v2.2 `signAlgo`). All over SHA-256. RSA of at least 2,048 bits.
 */
export type SignatureAlgorithm = "ecdsa-p256" | "ecdsa-p384" | "rsa-pkcs1" | "rsa-pss";

/** What a trust service provider says of itself (`info`). */
export interface ProviderInfo {
  readonly name: string;
  /** `specs`, such as `2.2.0.0` or `1.0.4.0`. */
  readonly specs: string;
  /** Methods that it offers, such as `signatures/signHash`. */
  readonly methods: readonly string[];
}

/** A credential of which the provider says that it can sign now. */
export interface SigningCredential {
  /** `credentialID`. */
  readonly credentialId: string;
  readonly provider: ProviderInfo;
  /** DER, the signer's first, then as far as the provider gives the chain. */
  readonly certificates: readonly Uint8Array[];
  readonly algorithm: SignatureAlgorithm;
  /** What the provider calls the algorithm: an object identifier of the key's `algo`. */
  readonly signAlgo: string;
  /** Ids of the authentication objects that must be answered; empty: it signs unattended. */
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

/** Why the provider or the timestamp authority gave no usable answer: our own codes, in log and audit. */
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

/** Why authorization data cannot be right, whatever the PIN. */
export type AuthorizationProblem = "missing" | "not_wanted" | "unknown_object";

/** Why a provider did not sign. */
export type ProviderRefusal =
  /** Wrong PIN, wrong object, PIN missing or not wanted. Never tried again. */
  | {
    readonly code: "authorization_data_rejected";
    /** Where the provider was not asked; absent: it rejects what it was asked. */
    readonly problem?: AuthorizationProblem;
  }
  | { readonly code: "signing_credential_unusable"; readonly problem: CredentialProblem }
  | {
    readonly code: "upstream_unavailable";
    readonly fault: ProviderFault;
    /** Of a 429 or 503 that says so. */
    readonly retryAfterSeconds?: number;
  };

/** What a person answers for an authentication object. Lives in one request and in the one call. */
export interface AuthorizationData {
  readonly pinObjectId: string;
  readonly pin: string;
}

/** A trust service provider by the CSC API. */
export interface TrustServiceProvider {
  /** What it says of itself, be it a version that is not spoken here. */
  describe(signal: AbortSignal): Promise<Result<ProviderInfo, ProviderRefusal>>;
  /** Ids of the credentials that our account may use, a thousand at most; for the operator alone. */
  listCredentials(signal: AbortSignal): Promise<Result<readonly string[], ProviderRefusal>>;
  /**
   * Asks for a credential and holds it to what can be used: enabled key, certificate in date, flow
   * without a browser, the qualifier of the act where one is given, an algorithm of ours. Never cached.
   */
  findCredential(
    asked: { readonly credentialId: string; readonly act: SigningAct },
    signal: AbortSignal,
  ): Promise<Result<SigningCredential, ProviderRefusal>>;
  /**
   * Authorizes one hash and has it signed: at most one `credentials/authorize` and one
   * `signatures/signHash`, neither ever repeated, but for a token that was refused before authorize.
   *
   * @param hash SHA-256 of the signed attributes
   * @returns the raw signature as the provider gave it: ECDSA in DER or as r and s
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

/** Why there is no timestamp. */
export type TimestampRefusal = Extract<ProviderRefusal, { code: "upstream_unavailable" }>;

/** A timestamp authority by RFC 3161 over HTTP (§3.4). */
export interface TimestampAuthority {
  /**
   * Why it would not be asked now, to be known before a signature is made that would lack its
   * timestamp. @returns null where it would be asked
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

/** Why a document is not sealed (400 `document_not_sealable`); nothing more of the file is reported. */
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

/** The document cannot be sealed, or no Worker was free to read it within the deadline. */
export type DocumentRefusal =
  | { readonly code: "document_not_sealable"; readonly problem: DocumentProblem }
  | { readonly code: "upstream_unavailable"; readonly fault: "workers_busy" };

/** What is put into the document before it is signed. */
export interface SignaturePlan {
  /** DER, the signer's first. */
  readonly certificates: readonly Uint8Array[];
  readonly algorithm: SignatureAlgorithm;
  /** `M` of the signature dictionary. */
  readonly signedAt: Temporal.Instant;
  /** B-T: leaves room for a timestamp and makes its request. */
  readonly withTimestamp: boolean;
}

/** A sealed document: the original, and what was appended. */
export interface SignedDocument {
  /** The bytes after the original. */
  readonly appended: Uint8Array;
  /** SHA-256 of both together, lower-case hex. */
  readonly resultSha256: string;
}

/** A document that was read and can be sealed, held apart from other requests until it is closed. */
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
   * @returns the TimeStampReq that its timestamp needs; null without one
   */
  accept(
    signature: Uint8Array,
  ): Promise<Result<Uint8Array | null, { readonly code: "signature_invalid" }>>;
  /**
   * Embeds the signature, and opens the result again: the original is its prefix, the gap is the
   * signature, the CMS verifies, earlier signatures verify as before.
   *
   * @param timestamp DER of the TimeStampResp; null for B-B
   * @throws Error when the result is not what was meant: nothing of it may leave
   */
  finish(
    timestamp: Uint8Array | null,
  ): Promise<Result<SignedDocument, { readonly code: "timestamp_invalid" | "timestamp_refused" }>>;
  /** Lets go of it. Always called; ends what is under way. */
  close(): void;
}

/** Reads and signs documents, apart from other requests, each within its own bounds. */
export interface DocumentSigner {
  /**
   * Waits for its turn until the signal aborts; of one credential one document is open at a time.
   *
   * @param credentialId whose turn it is to be
   */
  open(
    document: Uint8Array<ArrayBuffer>,
    turn: { readonly credentialId: string; readonly signal: AbortSignal },
  ): Promise<Result<OpenedDocument, DocumentRefusal>>;
}

import type { Json } from "../../base/json.ts";
import type { WalletIssuers } from "./ports.ts";
import type { WalletRequest } from "./wallet_request.ts";
import type { ProofRefusal } from "../../core/presentation/prove_answer.ts";
import type { EncryptionFault } from "../../core/presentation/read_answer.ts";
import type { JweRefusal } from "../../standards/jose/decrypt_jwe.ts";
import type { EncryptionKey } from "../../standards/jose/jwe.ts";

/** The rule that a broken answer breaks. */
export type Fault =
  | ProofRefusal["code"]
  | EncryptionFault
  | JweRefusal["code"]
  /** The answer's state belongs to no session. */
  | "not_found";

/** The request and the issuers on which a fault may depend. */
export interface Circumstances {
  readonly request: WalletRequest;
  readonly issuers: WalletIssuers;
  /** Unix time, seconds. */
  readonly now: number;
}

/** One fault of a presentation. */
export interface Breaking<Making> {
  /** A description of the fault for people. */
  readonly what: string;
  /** The refusal that the service must return. */
  readonly code: Fault;
  /** The changed input. */
  readonly change?: (
    making: Making,
    circumstances: Circumstances,
  ) => Partial<Making> | Promise<Partial<Making>>;
  /** A change of the finished presentation. */
  readonly spoil?: (presentation: string) => string;
}

/** Presentations by credential id. */
export type VpToken = Readonly<Record<string, readonly string[]>>;

/** An answer that is faulty as a whole, in any format. */
export interface TokenBreaking {
  readonly what: string;
  readonly code: Fault;
  readonly change?: (token: VpToken) => Json;
  /** Whether it contains every credential of the request, even if one of several is requested. */
  readonly answersAll?: true;
}

/** The input for encrypting an answer. */
export interface EncryptionMaking {
  /** The members of the answer, as JSON. */
  readonly text: string;
  /** The key in the request, with its `kid`. */
  readonly key: EncryptionKey;
}

/** A valid answer with an encryption other than requested. */
export interface EncryptionBreaking {
  readonly what: string;
  readonly code: Fault;
  /** Whether it is not encrypted. */
  readonly isInClear?: true;
  readonly change?: (
    making: EncryptionMaking,
  ) => Partial<EncryptionMaking> | Promise<Partial<EncryptionMaking>>;
  /** A change of the finished compact JWE. */
  readonly spoil?: (jwe: string) => string;
  /**
   * Whether the fault concerns the `state` inside, which an answer through a browser does not have.
   */
  readonly needsState?: true;
}

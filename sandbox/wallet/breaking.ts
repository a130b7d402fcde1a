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
  /** It is of no session that is known by it. */
  | "not_found";

/** The request and the issuers that a fault may depend on. */
export interface Circumstances {
  readonly request: WalletRequest;
  readonly issuers: WalletIssuers;
  /** Unix time, seconds. */
  readonly now: number;
}

/** One fault of a presentation. */
export interface Breaking<Making> {
  /** What is wrong with it, for people. */
  readonly what: string;
  /** What the service must answer. */
  readonly code: Fault;
  /** What is made otherwise. */
  readonly change?: (
    making: Making,
    circumstances: Circumstances,
  ) => Partial<Making> | Promise<Partial<Making>>;
  /** What is done to the presentation once it is made. */
  readonly spoil?: (presentation: string) => string;
}

/** Presentations by credential id. */
export type VpToken = Readonly<Record<string, readonly string[]>>;

/** An answer that is wrong as a whole, whatever its format. */
export interface TokenBreaking {
  readonly what: string;
  readonly code: Fault;
  readonly change?: (token: VpToken) => Json;
  /** Whether it holds every credential of the request, where one of several is asked for. */
  readonly answersAll?: true;
}

/** What an answer is encrypted from. */
export interface EncryptionMaking {
  /** The members of the answer, as JSON. */
  readonly text: string;
  /** The request's, with its `kid`. */
  readonly key: EncryptionKey;
}

/** An answer that is right, and encrypted otherwise than its request asks. */
export interface EncryptionBreaking {
  readonly what: string;
  readonly code: Fault;
  /** Whether it is not encrypted at all. */
  readonly isInClear?: true;
  readonly change?: (
    making: EncryptionMaking,
  ) => Partial<EncryptionMaking> | Promise<Partial<EncryptionMaking>>;
  /** What is done to the compact JWE once it is made. */
  readonly spoil?: (jwe: string) => string;
  /** Whether it is one of the `state` inside, which an answer by a browser does not have. */
  readonly needsState?: true;
}

import type { Json } from "../../base/json.ts";
import type { WalletIssuers } from "./ports.ts";
import type { WalletRequest } from "./wallet_request.ts";
import type { ProofRefusal } from "../presentation/prove_answer.ts";

/** The rule that a broken answer breaks. */
export type Fault = ProofRefusal["code"];

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

/** The encodings that are distinguished; one file of this folder recognises each. */
export type AddressFamily =
  | "evm"
  | "tron"
  | "segwit"
  | "cashaddr"
  | "base58check"
  | "zcash"
  | "ripple"
  | "monero"
  | "cardano"
  | "polkadot"
  | "solana"
  | "eos";

/**
 * Remarks on an address that was recognised all the same:
 * `eip55_checksum` is mixed-case hex whose capitals do not follow EIP-55, often a typing error.
 */
export type AddressNote = "eip55_checksum";

/** One written address brought to the form(s) under which lists are compared. */
export interface NormalizedAddress {
  /**
   * The form shown to callers: one spelling for one address of one network.
   * For an input that is not recognised, the trimmed input, byte for byte.
   */
  readonly address: string;
  /** Every form to look up, `address` first: `listedUnder` and the accounts it pays into. */
  readonly forms: readonly string[];
  /**
   * Every form under which a list keeps this address, `address` first. Narrower than `forms` for
   * an address with a customer's tag: a listed deposit address of one customer of an exchange is
   * not the exchange, but a caller that asks for it asks for the exchange's account as well.
   */
  readonly listedUnder: readonly string[];
  /** The family that was recognised, or null when the form is unknown or its checksum is wrong. */
  readonly family: AddressFamily | null;
  /** Remarks on a recognised address; empty as a rule. */
  readonly notes: readonly AddressNote[];
}

/** An address as its own family describes it. */
export interface RecognizedAddress {
  /** Whose encoding it is. */
  readonly family: AddressFamily;
  /** The form shown to callers. */
  readonly address: string;
  /** Other spellings of the very same key or script hash, where a network has several. */
  readonly alsoWritten?: readonly string[];
  /** Accounts that a payment to this address reaches, when it is only a part of them. */
  readonly paysInto?: readonly string[];
  /** Remarks, when there are any. */
  readonly notes?: readonly AddressNote[];
}

/** Recognises one family: an address of its own, or null for anything else. Never throws. */
export type RecognizeAddress = (written: string) => RecognizedAddress | null;

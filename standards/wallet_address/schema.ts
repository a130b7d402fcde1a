/** The distinguished encodings; one file of this folder recognises each. */
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
 * Remarks on a recognised address: `eip55_checksum` is mixed-case hex whose capitals do not follow
 * EIP-55, often a typing error.
 */
export type AddressNote = "eip55_checksum";

/** A written address in the forms for comparing it with lists. */
export interface NormalizedAddress {
  /**
   * The form that callers see: one spelling for one address of one network. For an unrecognised
   * input, the trimmed input, byte for byte.
   */
  readonly address: string;
  /**
   * Every form to look up, `address` first: `listedUnder` and the accounts that a payment reaches.
   */
  readonly forms: readonly string[];
  /**
   * Every form under which a list keeps this address, `address` first. Narrower than `forms` for an
   * address with a customer's tag: listing the deposit address of one customer does not list the
   * exchange, but a query for that address also looks up the exchange's account.
   */
  readonly listedUnder: readonly string[];
  /** The recognised family; null when the form is unknown or its checksum is wrong. */
  readonly family: AddressFamily | null;
  /** Remarks on a recognised address; empty as a rule. */
  readonly notes: readonly AddressNote[];
}

/** An address as its family describes it. */
export interface RecognizedAddress {
  /** The family of its encoding. */
  readonly family: AddressFamily;
  /** The form shown to callers. */
  readonly address: string;
  /** Other spellings of the same key or script hash, if a network has several. */
  readonly alsoWritten?: readonly string[];
  /** Accounts that a payment to this address reaches, if the address is only a part of them. */
  readonly paysInto?: readonly string[];
  /** Remarks, when there are any. */
  readonly notes?: readonly AddressNote[];
}

/** Recognises the addresses of one family; null for other text. Never throws. */
export type RecognizeAddress = (written: string) => RecognizedAddress | null;

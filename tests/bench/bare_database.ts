/**
 * The commits of a request as the database's own library does them best, with none of the service's
 * code.
 */
export interface BareDatabase {
  /** Takes from a token bucket by a compare-and-set that repeats until it wins. */
  take(client: number): Promise<void>;
  /** Reserves an idempotency key. @returns the value that later checks must name */
  reserve(id: string): Promise<string>;
  /** The decision, its counter, its audit entry and the answer in place of the reservation. */
  answer(id: string, client: number, reservation: string): Promise<void>;
  /** Moves what was recorded onto the chain, 100 entries at most. */
  moveOntoChain(): Promise<void>;
  close(): Promise<void>;
}

/** The address of the database. */
export interface BareAddress {
  readonly url: string;
  /** Access token of a KV Connect server. */
  readonly accessToken: string;
  readonly lanes: number;
}

/** Bytes of what a screening writes, as our store writes it for one listed candidate. */
export const sizes = {
  bucket: 104,
  reservation: 190,
  kept: 295,
  decision: 1_060,
  outgoing: 440,
  linked: 690,
  position: 24,
  head: 99,
} as const;

/** This many random bytes, which cannot be compressed. */
export function bytesOf(kind: keyof typeof sizes): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(sizes[kind]));
}

/** Entries of the chain that one commit moves at most. */
export const chainBatchMax = 100;

/** Waits a random time after a lost commit, so that the same two commits do not collide again. */
export function pauseAfterLoss(losses: number): Promise<void> {
  const most = Math.min(2 ** losses, 80);
  return new Promise((resolve) => setTimeout(resolve, Math.random() * most));
}

/**
 * The commits of a request in their fastest form with the database's own library, without the
 * service's code.
 */
export interface BareDatabase {
  /** Takes from a token bucket by a compare-and-set that repeats until it wins. */
  take(client: number): Promise<void>;
  /** Reserves an idempotency key. @returns the value that later checks must name */
  reserve(id: string): Promise<string>;
  /**
   * Replaces the reservation by the answer, and adds the decision, its counter and its audit entry.
   */
  answer(id: string, client: number, reservation: string): Promise<void>;
  /** Moves recorded entries to the chain, at most 100. */
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

/** Bytes of the values that a screening writes for one listed candidate. */
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

/** Random bytes of the value's size, which cannot be compressed. */
export function bytesOf(kind: keyof typeof sizes): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(sizes[kind]));
}

/** Maximum chain entries of one commit. */
export const chainBatchMax = 100;

/** Waits a random time after a lost commit, so that the same two commits do not collide again. */
export function pauseAfterLoss(losses: number): Promise<void> {
  const most = Math.min(2 ** losses, 80);
  return new Promise((resolve) => setTimeout(resolve, Math.random() * most));
}

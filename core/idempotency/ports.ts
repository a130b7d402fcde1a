import type { Service } from "../nouns.ts";
import type { PledgedKey } from "./pledged_key_schema.ts";
import type { Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";

/** The request that an idempotency key belongs to (decisions.md part 3). */
export interface ReplayScope {
  readonly service: Service;
  /** The client id, or the applicant's registry entry. */
  readonly owner: string;
  /** The operation, such as `POST /v1/screen`. */
  readonly operation: string;
  /** The caller's `idempotency-key`, stored only as a MAC. */
  readonly key: string;
}

/** An answer stored for replay. */
export interface KeptAnswer {
  readonly status: number;
  /** Headers of the body. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body's text, or the reference from which its route renders it again; a private one is
   * stored encrypted.
   */
  readonly body:
    | { readonly kind: "text"; readonly text: string }
    | {
      readonly kind: "reference";
      readonly reference: unknown;
      readonly isPrivate?: boolean | undefined;
    };
}

/** An unused key: the first commit that keeps an answer takes it. */
export interface FreeKey {
  /** Adds the answer to the unit, on condition that no other unit took the key since. */
  keep(unit: Unit, answer: KeptAnswer): void;
}

/**
 * The right to run the operation of a key, until its unit commits, it is released or it expires.
 */
export interface Reservation {
  /** Adds the answer to the unit, on condition that the reservation is still held. */
  keep(unit: Unit, answer: KeptAnswer): void;
  /** Releases the key: nothing is kept, and a retry runs again. Has no effect on a pledged key. */
  release(): Promise<void>;
  /**
   * Pledges the key in the unit, at the start of an act that must not be repeated: the key then no
   * longer expires with its request. From that commit on, only the end of the act keeps or releases
   * the key.
   */
  pledge(unit: Unit): PledgedKey;
}

/** The current record of a pledged key. */
export interface StandingPledge {
  /** Adds the answer of the act to the unit, on condition that the key is still pledged. */
  keep(unit: Unit, answer: KeptAnswer): void;
  /** Releases the key in the unit, under the same condition. */
  giveBack(unit: Unit): void;
}

/**
 * The finished act outside the store, which is not recorded yet. When a commit fails, only the
 * recording is repeated.
 */
export interface Performed<Value, Refusal> {
  readonly value: Value;
  /**
   * Adds the record of the act to a unit, with the answer that its idempotency key keeps.
   *
   * @param answer null without a key
   * @returns the refusal for the caller if another process ended the act meanwhile
   */
  record(unit: Unit, answer: KeptAnswer | null): Promise<Result<undefined, Refusal>>;
}

/** Verdict of an idempotency key on a request. */
export type ReplayVerdict =
  | { readonly kind: "reserved"; readonly reservation: Reservation }
  | { readonly kind: "replay"; readonly answer: KeptAnswer }
  /** The key was used for another request. Tested before `running`. */
  | { readonly kind: "conflict" }
  /** The first request probably still runs. */
  | {
    readonly kind: "running";
    /** Seconds since it began. */
    readonly sinceSeconds: number;
    /** Seconds until the key is answered at the latest; 0: at any moment, or unknown. */
    readonly endsInSeconds: number;
    /** The request ran longer than any request may: its process died. */
    readonly isAbandoned: boolean;
  };

/** The state of a key: as {@link ReplayVerdict}, for a request that reserves nothing. */
export type ReplayLookup =
  | Exclude<ReplayVerdict, { readonly kind: "reserved" }>
  | { readonly kind: "free"; readonly key: FreeKey };

/** A look-up of a key whose read has begun. */
export type BegunLook = (fingerprint: string) => Promise<ReplayLookup>;

/** Owner of idempotency records of one service. */
export type ReplayOwner = Pick<ReplayScope, "service" | "owner">;

/** Idempotency records: without personal data or secrets, kept for 24 hours. */
export interface Replays {
  /**
   * Reads the state of the key, and writes nothing. Of concurrent requests that find it free, at
   * most one keeps its answer: the commits of the others fail.
   *
   * @param fingerprint as in {@link Replays.reserve}
   * @param afresh true after a failed commit: another server may have rotated the data key
   */
  look(
    scope: ReplayScope,
    fingerprint: string,
    options: { readonly afresh: boolean },
  ): Promise<ReplayLookup>;
  /**
   * Begins to read the state of the key, for a request that waits for something else before it
   * needs the result. The state may have changed meanwhile; the commit that takes the key checks
   * it.
   */
  beginLook(scope: ReplayScope): BegunLook;
  /**
   * Reserves the key for this request, or returns the state of its first use. At most one of
   * concurrent callers gets `reserved`. Does not wait: the caller polls on `running`.
   *
   * @param fingerprint canonical form of the request; compared by a MAC under a server key
   */
  reserve(scope: ReplayScope, fingerprint: string): Promise<ReplayVerdict>;
  /** @returns the record of a pledged key; null when its act or its lifetime is over */
  findPledge(key: PledgedKey): Promise<StandingPledge | null>;
  /**
   * Deletes the answers stored for an owner. Skips keys whose request still runs.
   *
   * @returns the number of deleted answers that could still be replayed
   */
  erase(owner: ReplayOwner): Promise<number>;
}

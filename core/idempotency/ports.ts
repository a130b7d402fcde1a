import type { Service } from "../nouns.ts";
import type { PledgedKey } from "./pledged_key_schema.ts";
import type { Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";

/** Which request an idempotency key belongs to (decisions.md part 3). */
export interface ReplayScope {
  readonly service: Service;
  /** The client id, or the applicant's registry entry. */
  readonly owner: string;
  /** The operation, such as `POST /v1/screen`. */
  readonly operation: string;
  /** The caller's `idempotency-key`. Kept only as a MAC. */
  readonly key: string;
}

/** An answer kept for replay. */
export interface KeptAnswer {
  readonly status: number;
  /** Headers that belong to the body. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body's text, or the reference from which its route renders it again; a private one is kept
   * encrypted.
   */
  readonly body:
    | { readonly kind: "text"; readonly text: string }
    | {
      readonly kind: "reference";
      readonly reference: unknown;
      readonly isPrivate?: boolean | undefined;
    };
}

/** A key under which nothing stands: the first commit that keeps an answer takes it. */
export interface FreeKey {
  /** Adds the answer to the unit, on condition that nothing has taken the key since. */
  keep(unit: Unit, answer: KeptAnswer): void;
}

/** The right to run the operation of a key, held until its unit commits, it is released or it lapses. */
export interface Reservation {
  /** Adds the answer to the unit, on condition that the reservation is still held. */
  keep(unit: Unit, answer: KeptAnswer): void;
  /** Gives the key back: nothing is kept, and a retry runs again. Leaves a pledged key alone. */
  release(): Promise<void>;
  /**
   * Adds to the unit that the key no longer lapses with its request: an act begins that is not
   * repeated. From that commit on the key is kept or given back with the end of the act alone.
   */
  pledge(unit: Unit): PledgedKey;
}

/** The record of a pledged key as it stands. */
export interface StandingPledge {
  /** Adds the answer of the act to the unit, on condition that the key is still pledged. */
  keep(unit: Unit, answer: KeptAnswer): void;
  /** Adds to the unit that the key is free, under the same condition. */
  giveBack(unit: Unit): void;
}

/**
 * What an act outside of the store has done, still to be put on record. The act is over: only its
 * record is made again when a commit is lost.
 */
export interface Performed<Value, Refusal> {
  readonly value: Value;
  /**
   * Adds the record of the act to a unit, with the answer that its idempotency key keeps.
   *
   * @param answer null without a key
   * @returns the refusal that the caller reads where another one has ended the act meanwhile
   */
  record(unit: Unit, answer: KeptAnswer | null): Promise<Result<undefined, Refusal>>;
}

/** Verdict of an idempotency key on a request. */
export type ReplayVerdict =
  | { readonly kind: "reserved"; readonly reservation: Reservation }
  | { readonly kind: "replay"; readonly answer: KeptAnswer }
  /** The key was used for another request. Tested before `running`. */
  | { readonly kind: "conflict" }
  /** The first request is still running, as far as is known. */
  | {
    readonly kind: "running";
    /** Seconds since it began. */
    readonly sinceSeconds: number;
    /** Seconds after which the key is answered at the latest; 0: at any moment, or it is not known. */
    readonly endsInSeconds: number;
    /** It has run for longer than any request does: its process has died. */
    readonly isAbandoned: boolean;
  };

/** What stands under a key: as {@link ReplayVerdict} of a request that reserves nothing. */
export type ReplayLookup =
  | Exclude<ReplayVerdict, { readonly kind: "reserved" }>
  | { readonly kind: "free"; readonly key: FreeKey };

/** A look at a key whose reading has begun. */
export type BegunLook = (fingerprint: string) => Promise<ReplayLookup>;

/** Owner of idempotency records of one service. */
export type ReplayOwner = Pick<ReplayScope, "service" | "owner">;

/** Idempotency records: no person's data, no secret, 24 hours. */
export interface Replays {
  /**
   * Reads what stands under the key, and writes nothing. Of any number of requests that find it free at
   * most one keeps its answer: the commits of the others are lost.
   *
   * @param fingerprint as that of {@link Replays.reserve}
   * @param afresh after a commit was lost: another server may have rotated the data key
   */
  look(
    scope: ReplayScope,
    fingerprint: string,
    options: { readonly afresh: boolean },
  ): Promise<ReplayLookup>;
  /**
   * Begins to read what stands under the key, for a request that waits for something else first and then
   * looks. What it finds may have changed meanwhile; the commit that takes the key checks it.
   */
  beginLook(scope: ReplayScope): BegunLook;
  /**
   * Reserves the key for this request, or says what became of its first use. At most one of any
   * number of concurrent callers gets `reserved`. Does not wait: the caller polls on `running`.
   *
   * @param fingerprint canonical form of the request; compared by a MAC under a server key
   */
  reserve(scope: ReplayScope, fingerprint: string): Promise<ReplayVerdict>;
  /** @returns the record of a pledged key; null when its act has ended, or its lifetime */
  findPledge(key: PledgedKey): Promise<StandingPledge | null>;
  /**
   * Deletes the answers kept for an owner. A key whose request still runs is left to it.
   *
   * @returns how many answers could have been replayed until now
   */
  erase(owner: ReplayOwner): Promise<number>;
}

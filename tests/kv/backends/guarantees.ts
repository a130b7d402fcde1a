import type { Backend } from "../../../kv/store/backend.ts";
import type { Pause } from "../../../kv/store/retry.ts";
import type { Store } from "../../../kv/store/store.ts";
import type { FixedClock } from "../../support/clock.ts";

/** Guarantees of a backend, which are the rows of the table of `deno task conformance`. */
export const guarantees = [
  "transactions",
  "checks",
  "contention",
  "ranges",
  "counters",
  "chunking",
  "expiry by clock",
  "ABA",
  "crash between write and answer",
  "values",
  "budget",
  "busy",
] as const;
export type Guarantee = (typeof guarantees)[number];

/** How another process opens a place. */
export interface Address {
  readonly location: string;
  /** Access token of a KV Connect server. */
  readonly accessToken?: string;
  /** The key prefix of the place (`openPart()`). */
  readonly part?: string;
}

/** A place where a backend stores its data. */
export interface Place {
  /** The address for other processes; null if they cannot open it. */
  readonly address: Address | null;
  /** Opens the place with the same data each time. */
  open(): Promise<Backend>;
  /** Removes the data. */
  remove(): Promise<void>;
}

/** A backend to test against the store's guarantees. */
export interface Candidate {
  readonly name: string;
  /** Whether the data stay when every connection is closed. */
  readonly lasting: boolean;
  /** Prepares an empty place. */
  prepare(): Promise<Place>;
}

/** Input of a test. */
export interface Bench {
  readonly store: Store;
  readonly backend: Backend;
  readonly clock: FixedClock;
  readonly place: Place;
  /** A store over another backend, with the same clock. */
  readonly over: (backend: Backend, pause?: Pause) => Store;
}

/** Registers one promise of the store as a test of its guarantee. */
export type Promised = (
  guarantee: Guarantee,
  what: string,
  run: (bench: Bench) => Promise<void>,
) => void;

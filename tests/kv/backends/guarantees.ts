import type { Backend } from "../../../kv/store/backend.ts";
import type { Pause } from "../../../kv/store/retry.ts";
import type { Store } from "../../../kv/store/store.ts";
import type { FixedClock } from "../../support/clock.ts";

/** What a backend guarantees: the rows of the table that `deno task conformance` prints. */
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
  /** Of a KV Connect server. */
  readonly accessToken?: string;
  /** The part of its keys that are the place's (`openPart()`). */
  readonly part?: string;
}

/** A place where a backend keeps its data. */
export interface Place {
  /** Where other processes find it; null: nowhere. */
  readonly address: Address | null;
  /** Opens the place, each time the same data. */
  open(): Promise<Backend>;
  /** Removes the data. */
  remove(): Promise<void>;
}

/** A backend to be held to the promises of the store. */
export interface Candidate {
  readonly name: string;
  /** Whether data survives that every connection is closed. */
  readonly lasting: boolean;
  /** An empty place. */
  prepare(): Promise<Place>;
}

/** What a test is given. */
export interface Bench {
  readonly store: Store;
  readonly backend: Backend;
  readonly clock: FixedClock;
  readonly place: Place;
  /** A store over another backend, with the same clock. */
  readonly over: (backend: Backend, pause?: Pause) => Store;
}

/** Registers one promise of the store as a test, under the guarantee that it is part of. */
export type Promised = (
  guarantee: Guarantee,
  what: string,
  run: (bench: Bench) => Promise<void>,
) => void;

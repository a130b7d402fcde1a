import type { Result } from "../../base/result.ts";
import type { ScreeningGates } from "../../core/policy/screening.ts";
import type { Decide, Decided, DecideRefusal } from "../../core/screening/decide.ts";

/**
 * The questions to a Worker: first to load lists, then to decide items, one piece after the other.
 */
export type BatchQuestion =
  | {
    readonly ask: "load";
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly gates: ScreeningGates;
  }
  | {
    readonly ask: "decide";
    readonly asked: readonly Decide[];
    readonly snapshotIds: readonly string[];
  }
  /** Makes a filter of the named entities, for later questions. */
  | { readonly ask: "sieve"; readonly entityIds: ReadonlySet<string> }
  | {
    readonly ask: "sift";
    readonly asked: readonly Decide[];
    readonly snapshotIds: readonly string[];
  };

/** The answers of a Worker. A fault contains no data of a row. */
export type BatchReply =
  | { readonly kind: "loaded"; readonly snapshotId: string }
  | { readonly kind: "found"; readonly found: readonly Result<Decided, DecideRefusal>[] }
  | { readonly kind: "sieved" }
  /** Null for customers that match none of the entities. */
  | { readonly kind: "sifted"; readonly found: readonly (Result<Decided, DecideRefusal> | null)[] }
  | { readonly kind: "fault" };

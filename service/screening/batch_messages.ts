import type { Result } from "../../base/result.ts";
import type { ScreeningGates } from "../../core/policy/screening.ts";
import type { Decide, Decided, DecideRefusal } from "../../core/screening/decide.ts";

/** What a Worker is asked: first to load lists, then items, one piece after the other. */
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
  /** Entities of the lists, for what is asked to be sifted by. */
  | { readonly ask: "sieve"; readonly entityIds: ReadonlySet<string> }
  | {
    readonly ask: "sift";
    readonly asked: readonly Decide[];
    readonly snapshotIds: readonly string[];
  };

/** What a Worker answers. Nothing of a row is in a fault. */
export type BatchReply =
  | { readonly kind: "loaded"; readonly snapshotId: string }
  | { readonly kind: "found"; readonly found: readonly Result<Decided, DecideRefusal>[] }
  | { readonly kind: "sieved" }
  /** Null of whom none of the entities can be. */
  | { readonly kind: "sifted"; readonly found: readonly (Result<Decided, DecideRefusal> | null)[] }
  | { readonly kind: "fault" };

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
  };

/** What a Worker answers. Nothing of a row is in a fault. */
export type BatchReply =
  | { readonly kind: "loaded"; readonly snapshotId: string }
  | { readonly kind: "found"; readonly found: readonly Result<Decided, DecideRefusal>[] }
  | { readonly kind: "fault" };

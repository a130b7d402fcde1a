import type { ListsLocation } from "./config/lists_location.ts";
import {
  openListPublication,
  readSnapshot,
  told,
} from "../gateways/publications/list_publication.ts";
import { followManifest, type ManifestFollower } from "../core/lists_in_force/follow_manifest.ts";
import type { ListRules } from "../core/policy/lists.ts";
import type { Clock } from "../base/clock.ts";
import type { ListsInForce } from "../core/lists_in_force/ports.ts";
import type { Matcher, SnapshotHandle } from "../core/matching/ports.ts";
import { ok, refuse, type Result } from "../base/result.ts";
import { sandboxSnapshot } from "./sandbox/snapshot.ts";
import publishedGates from "../core/screening/gates.json" with { type: "json" };
import { Gates, pinRules, type ScreeningRules } from "../core/screening/gates.ts";
import { defaultWeights } from "../core/matching/weights.ts";
import { openMatcher, openSnapshotBuilder } from "../wasm/matcher.ts";

/** What screens names, in the service and in the terminal alike. */
export interface Engine {
  readonly matcher: Matcher;
  readonly rules: ScreeningRules;
}

/** A snapshot that can't be used. */
export interface SnapshotRefusal {
  readonly code: "snapshot_unusable";
  /** For the operator, without a full stop. */
  readonly message: string;
}

/** Opens the matching core with the gates and weights in force. */
export async function openEngine(): Promise<Engine> {
  return {
    matcher: openMatcher(defaultWeights),
    rules: await pinRules(Gates.parse(publishedGates), defaultWeights),
  };
}

/** Loads the invented list of the sandbox, built in memory from its readable form. */
export function loadSandboxList(matcher: Pick<Matcher, "load">): SnapshotHandle {
  return matcher.load(sandboxSnapshot(openSnapshotBuilder()));
}

/** Lists to screen against, and what looks for newer ones where a manifest is followed. */
export interface PublishedLists {
  readonly inForce: ListsInForce;
  readonly follower: ManifestFollower | null;
}

/** Loads what `AVAL_LISTS` names: one snapshot, or the one that its manifest names now. */
export async function loadLists(
  matcher: Pick<Matcher, "load" | "unload">,
  location: ListsLocation,
  { rules, clock, signal }: {
    readonly rules: ListRules;
    readonly clock: Clock;
    /** Gives up what is under way, now and later. */
    readonly signal?: AbortSignal;
  },
): Promise<Result<PublishedLists, SnapshotRefusal>> {
  if (location.kind === "snapshot") {
    const loaded = await loadSnapshot(matcher, location, { rules, signal });
    if (!loaded.ok) return loaded;
    const { snapshot } = loaded.value;
    return ok({
      inForce: {
        snapshot,
        snapshotIds: [snapshot.id],
        staleAfterHours: rules.staleHours,
        manifestAt: null,
        checkedAt: new Map(),
      },
      follower: null,
    });
  }
  const { at, verifierKeys } = location;
  const publication = openListPublication(at, rules, signal);
  const follower = followManifest({ publication, verifierKeys, matcher, clock, rules });
  const { next, message } = await follower.poll(null);
  return next === null
    ? unusable(message ?? `${told(at)} tells nothing`)
    : ok({ inForce: next, follower });
}

/** A snapshot that is loaded, and the bytes that it was loaded from. */
export interface LoadedSnapshot {
  readonly snapshot: SnapshotHandle;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Reads one snapshot, holds it against its pin and loads it. */
export async function loadSnapshot(
  matcher: Pick<Matcher, "load">,
  { at, sha256 }: Extract<ListsLocation, { kind: "snapshot" }>,
  { rules, signal }: { readonly rules: ListRules; readonly signal?: AbortSignal | undefined },
): Promise<Result<LoadedSnapshot, SnapshotRefusal>> {
  const read = await readSnapshot(at, { rules, bytesMax: rules.snapshotBytesMax, signal });
  if (!read.ok) return unusable(read.refusal.message);
  const bytes = read.value;
  if (sha256 !== null && await sha256Of(bytes) !== sha256) {
    return unusable(`${told(at)} is not the snapshot that its sha256 pins`);
  }
  try {
    return ok({ snapshot: matcher.load(bytes), bytes });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : "not readable";
    return unusable(`${told(at)} is no list snapshot of this version (${reason})`);
  }
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

function unusable(message: string): Result<never, SnapshotRefusal> {
  return refuse({ code: "snapshot_unusable", message: `AVAL_LISTS: ${message}` });
}

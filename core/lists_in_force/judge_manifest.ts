import type { ListRules } from "../policy/lists.ts";
import type { Clock } from "../../base/clock.ts";
import type { ListPublication, ListsInForce, UpdateRefusalReason } from "./ports.ts";
import type { ListInfo, Matcher, SnapshotHandle } from "../matching/ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type Manifest, openManifest } from "./manifest.ts";
import { shrunkenLists } from "./shrinkage.ts";

/** Dependencies of {@link judgeManifest}. */
export interface ManifestDependencies {
  readonly publication: ListPublication;
  readonly verifierKeys: readonly string[];
  readonly matcher: Pick<Matcher, "load" | "unload">;
  readonly clock: Clock;
  readonly rules: ListRules;
}

/** Reason for which a published manifest was not taken. */
export interface UpdateRefusal {
  readonly code: UpdateRefusalReason;
  /** For the operator, without a full stop; names lists and numbers, never an entry. */
  readonly message: string;
}

/** Times of a manifest: of its signature, and of the last check of its lists. */
type ManifestTimes = Pick<ListsInForce, "manifestAt" | "checkedAt"> & {
  readonly manifestAt: Temporal.Instant;
};

/** Minutes by which the signer's clock may be ahead of this one. */
const clockMinutesMax = 10;

/**
 * Verifies a manifest and loads what it names (decisions.md part 6): signature, age, sizes and hash
 * come first, then the engine opens the snapshot beside what is in force.
 *
 * @param inForce null at the start
 * @returns what to put in force; the same snapshot where the manifest names it again
 */
export async function judgeManifest(
  ports: ManifestDependencies,
  note: string,
  inForce: ListsInForce | null,
): Promise<Result<ListsInForce, UpdateRefusal>> {
  const opened = await openManifest(note, ports.verifierKeys);
  if (!opened.ok) return refuse(unread[opened.refusal.code]);
  const manifest = opened.value;
  const manifestAt = Temporal.Instant.from(manifest.createdAt);
  const times = { manifestAt, checkedAt: checkedOf(manifest, manifestAt) };
  if (minutesAhead(manifestAt, ports.clock.now()) > clockMinutesMax) {
    return no("from_future", `the manifest was signed at ${manifest.createdAt}, which is to come`);
  }
  if (inForce !== null) {
    const refusal = compareWithInForce(ports, { manifest, times, inForce });
    if (refusal !== null) return refuse(refusal);
    if (isInForce(manifest, inForce)) return ok({ ...inForce, ...times });
  }
  const loaded = await loadNamed(ports, manifest);
  if (!loaded.ok) return loaded;
  const snapshot = loaded.value;
  const snapshotIds = [snapshot.id];
  return ok({ snapshot, snapshotIds, staleAfterHours: ports.rules.staleHours, ...times });
}

/** @returns the reason for which a manifest may not follow the lists in force; null where it may */
function compareWithInForce(
  { rules }: Pick<ManifestDependencies, "rules">,
  { manifest, times: { manifestAt }, inForce }: {
    readonly manifest: Manifest;
    readonly times: ManifestTimes;
    readonly inForce: ListsInForce;
  },
): UpdateRefusal | null {
  const isSame = isInForce(manifest, inForce);
  const order = Temporal.Instant.compare(manifestAt, inForce.manifestAt ?? manifestAt);
  if (order < 0 || (order === 0 && !isSame)) {
    const message = `the manifest of ${manifest.createdAt} is not newer than the one in force`;
    return { code: "older", message };
  }
  if (isSame) return null;
  const lost = shrunkenLists(inForce.snapshot.lists, manifest.lists, {
    shrinkPercentMax: rules.shrinkPercentMax,
    accepted: manifest.shrunken,
  });
  if (lost.length === 0) return null;
  const losses = lost.map(({ source, before, entities }) => `${source} ${before} to ${entities}`);
  return { code: "shrunken", message: `lists lost more than is believed: ${losses.join(", ")}` };
}

function isInForce(manifest: Manifest, { snapshot }: ListsInForce): boolean {
  return snapshot.id === manifest.snapshot.sha256;
}

async function loadNamed(
  { publication, matcher }: Pick<ManifestDependencies, "publication" | "matcher">,
  manifest: Manifest,
): Promise<Result<SnapshotHandle, UpdateRefusal>> {
  const read = await publication.snapshot(manifest.snapshot);
  if (!read.ok) return read;
  let snapshot: SnapshotHandle;
  try {
    snapshot = matcher.load(read.value);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : "not readable";
    return no("unusable", `the snapshot is none of this version (${reason})`);
  }
  if (sameLists(snapshot.lists, manifest.lists)) return ok(snapshot);
  matcher.unload(snapshot);
  return no(
    "snapshot_differs",
    "the lists of the snapshot are not those that the manifest names",
  );
}

const unread = {
  signature: {
    code: "signature",
    message: "the manifest is not signed by the key that AVAL_LISTS names, or was changed",
  },
  manifest: { code: "manifest", message: "it is signed, but no manifest that this version reads" },
} as const;

function no(code: UpdateRefusalReason, message: string): Result<never, UpdateRefusal> {
  return refuse({ code, message });
}

/** Nobody can have known after the manifest was signed: a manifest that is not renewed gets stale. */
function checkedOf(
  { lists }: Manifest,
  manifestAt: Temporal.Instant,
): ListsInForce["checkedAt"] {
  return new Map(
    lists.flatMap(({ source, checkedAt }) => {
      if (checkedAt === undefined) return [];
      const checked = Temporal.Instant.from(checkedAt);
      return [[source, Temporal.Instant.compare(checked, manifestAt) < 0 ? checked : manifestAt]];
    }),
  );
}

function minutesAhead(then: Temporal.Instant, now: Temporal.Instant): number {
  return (then.epochMilliseconds - now.epochMilliseconds) / 60_000;
}

function sameLists(own: readonly ListInfo[], named: Manifest["lists"]): boolean {
  return own.length === named.length && own.every(({ source, asOf, entities }, at) => {
    const other = named[at];
    return other?.source === source && other.asOf === asOf && other.entities === entities;
  });
}

import type { ListRules } from "../policy/lists.ts";
import type { ListsInForce } from "./ports.ts";
import type { ListInfo, Matcher, SnapshotHandle } from "../matching/ports.ts";
import type { PublicationKind } from "../publications/judge_manifest.ts";
import type { Publication, UpdateRefusal } from "../publications/ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type Manifest, openManifest } from "./manifest.ts";
import { shrunkenLists } from "./shrinkage.ts";

/** Dependencies of {@link listManifests}. */
export interface ListManifestDependencies {
  readonly publication: Publication;
  readonly matcher: Pick<Matcher, "load" | "unload">;
  readonly rules: ListRules;
}

/**
 * Manifests of list snapshots. The engine opens the new snapshot while the old one stays in force
 * (decisions.md part 6).
 */
export function listManifests(
  { publication, matcher, rules }: ListManifestDependencies,
): PublicationKind<Manifest, ListsInForce> {
  return {
    variable: "AVAL_LISTS",
    open: openManifest,
    isInForce: (manifest, { snapshot }) => snapshot.id === manifest.snapshot.sha256,
    renew: (manifest, inForce) => ({ ...inForce, ...timesOf(manifest) }),
    lossOf: (manifest, inForce) => lossOf(rules, manifest, inForce),
    load: async (manifest) => {
      const loaded = await loadNamed({ publication, matcher }, manifest);
      if (!loaded.ok) return loaded;
      const snapshot = loaded.value;
      return ok({
        snapshot,
        readAgain: async () => {
          const read = await publication.snapshot(manifest.snapshot);
          return read.ok ? read.value : null;
        },
        snapshotIds: [snapshot.id],
        staleAfterHours: rules.staleHours,
        ...timesOf(manifest),
      });
    },
  };
}

/** Times of a manifest: of its signature, and of the last check of its lists. */
function timesOf(manifest: Manifest): Pick<ListsInForce, "manifestAt" | "checkedAt"> {
  const manifestAt = Temporal.Instant.from(manifest.createdAt);
  return { manifestAt, checkedAt: checkedOf(manifest, manifestAt) };
}

function lossOf(
  { shrinkPercentMax }: ListRules,
  manifest: Manifest,
  { snapshot }: ListsInForce,
): UpdateRefusal | null {
  const lost = shrunkenLists(snapshot.lists, manifest.lists, {
    shrinkPercentMax,
    accepted: manifest.shrunken,
  });
  if (lost.length === 0) return null;
  const losses = lost.map(({ source, before, entities }) => `${source} ${before} to ${entities}`);
  return {
    code: "shrunken",
    message: `lists lost more than the policy permits: ${losses.join(", ")}`,
  };
}

async function loadNamed(
  { publication, matcher }: Pick<ListManifestDependencies, "publication" | "matcher">,
  manifest: Manifest,
): Promise<Result<SnapshotHandle, UpdateRefusal>> {
  const read = await publication.snapshot(manifest.snapshot);
  if (!read.ok) return read;
  let snapshot: SnapshotHandle;
  try {
    snapshot = matcher.load(read.value);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : "not readable";
    return refuse({
      code: "unusable",
      message: `this version cannot read the snapshot (${reason})`,
    });
  }
  if (sameLists(snapshot.lists, manifest.lists)) return ok(snapshot);
  matcher.unload(snapshot);
  return refuse({
    code: "snapshot_differs",
    message: "the lists of the snapshot differ from those in the manifest",
  });
}

/**
 * The time of the last check, at most the manifest's signature: a manifest that is not renewed
 * becomes stale.
 */
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

function sameLists(own: readonly ListInfo[], named: Manifest["lists"]): boolean {
  return own.length === named.length && own.every(({ source, asOf, entities }, at) => {
    const other = named[at];
    return other?.source === source && other.asOf === asOf && other.entities === entities;
  });
}

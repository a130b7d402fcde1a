import { type Manifest, openManifest, signManifest } from "../../core/lists_in_force/manifest.ts";
import { shrunkenLists } from "../../core/lists_in_force/shrinkage.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import type { Matcher, SnapshotHandle } from "../../core/matching/ports.ts";
import { ok } from "../../base/result.ts";
import { type Done, failed, usage } from "../command/command.ts";
import type { Terminal } from "../command/terminal.ts";
import { readChecked } from "./checked_sources.ts";
import { openPublishedFolder, writePublication } from "./published_folder.ts";
import { writeSignerKey } from "./signer_key.ts";
import { readNamedFile } from "../command/named_files.ts";

/** The dependencies of publishing. */
export interface PublishTools extends Terminal {
  /** Opens a matcher, which proves that a snapshot is complete. */
  readonly openMatcher: () => Promise<Pick<Matcher, "load">>;
  /** RFC 3339, UTC. */
  readonly now: () => string;
}

/** The name of the manifest in a published folder. */
const manifestName = "lists.note";

/** Makes a key that signs manifests, and prints the verifying key. */
export async function makeKey(
  { name, out }: { readonly name: string; readonly out: string },
  tools: Terminal,
): Promise<Done> {
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const { signerKey, verifierKey } = await writeSignerKey(name, seed);
  try {
    await Deno.writeTextFile(out, signerKey, { createNew: true, mode: 0o600 });
  } catch {
    return failed(`${out}: cannot be written, or exists already`);
  }
  tools.err(`${out} signs: keep it where lists are built. What verifies, for AVAL_LISTS:\n`);
  tools.out(`${verifierKey}\n`);
  return ok(null);
}

/**
 * Puts a snapshot into a folder that servers follow, under a unique name, and then the signed
 * manifest that names it. A server sees the previous snapshot or this one, each complete.
 */
export async function publishLists(
  { snapshot: path, key, to, accepted }: {
    readonly snapshot: string;
    readonly key: string;
    readonly to: string;
    /** Sources that may have shrunk, or may be missing. */
    readonly accepted: readonly string[];
  },
  tools: PublishTools,
): Promise<Done> {
  const createdAt = tools.now();
  const folder = await openPublishedFolder({
    ...{ key, to, createdAt },
    name: manifestName,
    open: openManifest,
  });
  if (!folder.ok) return folder;
  const read = await readNamedFile(path);
  if (!read.ok) return read;
  const bytes = read.value;
  let snapshot: SnapshotHandle;
  try {
    snapshot = (await tools.openMatcher()).load(bytes);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : "not readable";
    return failed(`${path}: no list snapshot of this version (${reason})`);
  }
  const problem = problemOf(snapshot, folder.value.before, accepted);
  if (problem !== null) return problem;
  const checkedAt = await readChecked(path, snapshot.id).catch(() => null);
  if (checkedAt === null) return failed(`${path}.checked.json is damaged: build the snapshot anew`);
  const name = `lists-${snapshot.id.slice(0, 16)}.bin`;
  const manifest = await signManifest({
    createdAt,
    snapshot: { url: name, sha256: snapshot.id, bytes: bytes.length },
    lists: snapshot.lists.map(({ source, asOf, entities }) => {
      const checked = checkedAt.get(source);
      return { source, asOf, entities, ...(checked === undefined ? {} : { checkedAt: checked }) };
    }),
    shrunken: [...accepted],
  }, folder.value.signer);
  const { id } = snapshot;
  const variable = "AVAL_LISTS";
  return await writePublication(folder.value, { name, bytes, id, manifest, variable }, tools);
}

function problemOf(
  snapshot: SnapshotHandle,
  before: Manifest | null,
  accepted: readonly string[],
): Done | null {
  const unknown = accepted.find((source) =>
    ![...snapshot.lists, ...before?.lists ?? []].some((list) => list.source === source)
  );
  if (unknown !== undefined) {
    return usage(`--accept-loss ${unknown} is neither a previous nor a new list`);
  }
  if (before === null) return null;
  const { shrinkPercentMax } = defaultPolicy.lists;
  const [lost] = shrunkenLists(before.lists, snapshot.lists, { shrinkPercentMax, accepted });
  return lost === undefined ? null : failed(
    `${lost.source} has ${lost.entities} entities, previously ${lost.before}; if that is correct, add --accept-loss ${lost.source}`,
  );
}

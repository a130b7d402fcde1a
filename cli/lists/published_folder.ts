import type { AnyManifest, ManifestRefusal } from "../../core/publications/manifest.ts";
import { ok, type Result } from "../../base/result.ts";
import { type CommandRefusal, type Done, failed } from "../command/command.ts";
import type { Terminal } from "../command/terminal.ts";
import { openSignerKey } from "./signer_key.ts";
import { writeForAll } from "../command/write_file.ts";

/** A folder that servers follow. */
export interface PublishedFolder<Manifest> {
  readonly signer: NonNullable<Awaited<ReturnType<typeof openSignerKey>>>;
  /** Path of the manifest. */
  readonly note: string;
  /** The manifest in the folder; null: none yet. */
  readonly before: Manifest | null;
}

/**
 * Opens a folder that servers follow, to put a newer manifest into it. Leaves a manifest that
 * another key signed, or that is newer, unchanged.
 *
 * @param open verifies and parses a manifest
 */
export async function openPublishedFolder<Manifest extends AnyManifest>(
  { key, to, name, createdAt, open }: {
    /** Path of the key that signs. */
    readonly key: string;
    readonly to: string;
    /** The manifest's name in the folder. */
    readonly name: string;
    readonly createdAt: string;
    readonly open: (
      note: string,
      verifierKeys: readonly string[],
    ) => Promise<Result<Manifest, ManifestRefusal>>;
  },
): Promise<Result<PublishedFolder<Manifest>, CommandRefusal>> {
  const signer = await openSignerKey(await Deno.readTextFile(key).catch(() => ""));
  if (signer === null) return failed(`${key}: no key that lists keygen made, or no access`);
  const note = `${to}/${name}`;
  const text = await Deno.readTextFile(note).catch((thrown) =>
    thrown instanceof Deno.errors.NotFound ? null : ""
  );
  if (text === null) return ok({ signer, note, before: null });
  const opened = await open(text, [signer.verifierKey]);
  if (!opened.ok) {
    return failed(`${note} is not signed by ${key}; move it away if its key is given up`);
  }
  const before = opened.value;
  return createdAt <= before.createdAt
    ? failed(`the manifest there is of ${before.createdAt}: is this machine's clock right?`)
    : ok({ signer, note, before });
}

/**
 * Puts a snapshot into the folder under a unique name, and then the signed manifest that names it:
 * a server sees the previous snapshot or this one, each complete.
 */
export async function writePublication(
  { signer, note }: Pick<PublishedFolder<unknown>, "signer" | "note">,
  { name, bytes, id, manifest, variable }: {
    readonly name: string;
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly id: string;
    readonly manifest: string;
    /** Variable through which servers follow it. */
    readonly variable: string;
  },
  tools: Terminal,
): Promise<Done> {
  const at = note.lastIndexOf("/");
  const to = note.slice(0, at);
  try {
    await Deno.mkdir(to, { recursive: true });
    await writeForAll(`${to}/${name}`, bytes);
    await writeForAll(note, new TextEncoder().encode(manifest));
  } catch (thrown) {
    return failed(`${to}: ${thrown instanceof Error ? thrown.message : "cannot be written"}`);
  }
  const followed = `${variable}=PLACE/${note.slice(at + 1)}#key=${signer.verifierKey}`;
  tools.err(`Servers follow it with ${followed}\n`);
  tools.out(`${id}  ${note}\n`);
  return ok(null);
}

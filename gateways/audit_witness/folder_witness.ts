import { createHash } from "node:crypto";
import type { AuditWitness, WitnessRefusal } from "../../core/audit/ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";

/** Ending of the files. */
const ending = ".checkpoint";
/** Digits of a size in a file name, so that names sort as sizes do. */
const digits = 16;
/** Maximum bytes read of a file: a note has about 300. */
const noteBytesMax = 4_096;

/**
 * Opens a folder as a witness: one file for each head, written under another name, then renamed and
 * never changed. Two heads of one size are two files. The folder must exist, since a missing mount
 * must not count as an empty witness.
 */
export function openFolderWitness(folder: string): AuditWitness {
  return {
    send: async ({ size, note }) =>
      await caught(async () => {
        const hash = createHash("sha256").update(note).digest("hex").slice(0, 16);
        const name = `${String(size).padStart(digits, "0")}-${hash}${ending}`;
        if (await isThere(`${folder}/${name}`)) return null;
        const beside = await Deno.makeTempFile({ dir: folder, prefix: ".", suffix: ".tmp" });
        await Deno.writeTextFile(beside, note);
        await Deno.chmod(beside, 0o644);
        await Deno.rename(beside, `${folder}/${name}`);
        return null;
      }),
    read: async () =>
      await caught(async () => {
        const notes: string[] = [];
        for await (const { name, isFile } of Deno.readDir(folder)) {
          if (!isFile || !name.endsWith(ending)) continue;
          const { size } = await Deno.stat(`${folder}/${name}`);
          notes.push(size > noteBytesMax ? "" : await Deno.readTextFile(`${folder}/${name}`));
        }
        return notes;
      }),
  };
}

async function isThere(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, (fault) => {
    if (fault instanceof Deno.errors.NotFound) return false;
    throw fault;
  });
}

async function caught<Value>(
  work: () => Promise<Value>,
): Promise<Result<Value, WitnessRefusal>> {
  try {
    return ok(await work());
  } catch (fault) {
    const reason = fault instanceof Error ? fault.name : "failed";
    return refuse({ code: "unreachable", reason });
  }
}

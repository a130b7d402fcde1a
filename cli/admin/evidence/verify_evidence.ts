import { ok } from "../../../base/result.ts";
import { parseVerifierKey } from "../../../standards/tlog/note.ts";
import { type Done, failed } from "../../command/command.ts";
import type { AdminTools } from "../command/admin_command.ts";
import { openSignedFiles, sha256, signedFilesName } from "./signed_files.ts";

/** `admin verify-evidence`: compares the files of a folder with their signed digests. */
export async function verifyEvidence(
  { folder, key }: { readonly folder: string; readonly key: string },
  { out }: AdminTools,
): Promise<Done> {
  if (parseVerifierKey(key) === null) return failed("--key is not a verifier key");
  const read = (name: string) => Deno.readTextFile(`${folder}/${name}`).catch(() => null);
  const note = await read(signedFilesName);
  if (note === null) return failed(`Cannot read ${folder}/${signedFilesName}`);
  const digests = await openSignedFiles(note, key);
  if (digests === null) return failed(`${signedFilesName} is not signed by this key`);
  for (const [name, digest] of digests) {
    const text = await read(name);
    if (text === null) return failed(`${name} is missing`);
    if (sha256(text) !== digest) return failed(`${name} differs from the signed file`);
  }
  for await (const { name } of Deno.readDir(folder)) {
    if (name !== signedFilesName && !digests.has(name)) return failed(`${name} was not signed`);
  }
  out(`${digests.size} files match their signed digests\n`);
  return ok(null);
}

import { createHash } from "node:crypto";
import { type NoteSigner, openNote, signNote } from "../../../standards/tlog/note.ts";

/** Name of the file with the signed digests of a folder's files. */
export const signedFilesName = "SHA256SUMS.note";

/** First line of the note, which no checkpoint of a log begins with. */
const title = "aval evidence";

/**
 * Signs the SHA-256 of each file in a signed note (C2SP) with one line each: digest, two spaces,
 * name.
 */
export function signFiles(
  files: ReadonlyMap<string, string>,
  signer: NoteSigner,
): Promise<string> {
  const lines = [...files].map(([name, text]) => `${sha256(text)}  ${name}\n`);
  return signNote(`${title}\n${lines.join("")}`, signer);
}

/**
 * Opens the signed digests of a folder's files.
 *
 * @returns digests by name; null if the key did not sign them
 */
export async function openSignedFiles(
  note: string,
  verifierKey: string,
): Promise<ReadonlyMap<string, string> | null> {
  const opened = await openNote(note, [verifierKey]);
  if (opened === null) return null;
  const [first, ...lines] = opened.text.trimEnd().split("\n");
  if (first !== title) return null;
  return new Map(lines.map((line) => {
    const [digest = "", name = ""] = line.split("  ");
    return [name, digest];
  }));
}

/** SHA-256 of a text in UTF-8, hex. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

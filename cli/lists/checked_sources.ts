import { z } from "zod";
import { writeFileWhole } from "../command/write_file.ts";

/** The lists of a snapshot, with the times at which each was known to be its publisher's newest. */
const CheckedSources = z.strictObject({
  /** The snapshot's id. */
  id: z.string(),
  /** RFC 3339, by source. */
  checkedAt: z.record(z.string(), z.iso.datetime()),
}).readonly();

/**
 * Writes a note next to a snapshot with the times at which its lists were known to be the newest.
 */
export async function writeChecked(
  snapshot: string,
  id: string,
  checkedAt: ReadonlyMap<string, string>,
): Promise<void> {
  const text = `${JSON.stringify({ id, checkedAt: Object.fromEntries(checkedAt) }, null, 2)}\n`;
  await writeFileWhole(placeOf(snapshot), new TextEncoder().encode(text));
}

/**
 * Reads the note next to a snapshot; empty for a snapshot that was built otherwise, or a note of
 * another.
 *
 * @throws Error for a damaged note
 */
export async function readChecked(
  snapshot: string,
  id: string,
): Promise<ReadonlyMap<string, string>> {
  const text = await Deno.readTextFile(placeOf(snapshot)).catch(() => null);
  if (text === null) return new Map();
  const checked = CheckedSources.parse(JSON.parse(text));
  return new Map(checked.id === id ? Object.entries(checked.checkedAt) : []);
}

function placeOf(snapshot: string): string {
  return `${snapshot}.checked.json`;
}

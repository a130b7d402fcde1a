import type { Room } from "../../store/waiting_commits.ts";
import type { Batched } from "./batch.ts";
import { batchBytesMax, batchCommitsMax } from "./limits.ts";

/**
 * Opens the room of one transaction: a maximum of commits and bytes, and no additions to a key that
 * another commit puts or removes.
 */
export function batchRoom(): Room<Batched> {
  const written = new Set<string>();
  const added = new Set<string>();
  let [commits, bytes] = [0, 0];
  return (commit) => {
    const fits = commits === 0 ||
      (commits < batchCommitsMax && bytes + commit.bytes <= batchBytesMax &&
        !mixes(commit, { written, added }));
    if (!fits) return false;
    commits++;
    bytes += commit.bytes;
    for (const key of commit.written) written.add(key);
    for (const key of commit.added) added.add(key);
    return true;
  };
}

/**
 * Whether a commit adds to a key that the other puts or removes: only the table knows whether that
 * is permitted.
 */
function mixes(
  commit: Batched,
  taken: { readonly written: ReadonlySet<string>; readonly added: ReadonlySet<string> },
): boolean {
  for (const key of commit.written) {
    if (taken.written.has(key) && commit.added.has(key) !== taken.added.has(key)) return true;
  }
  return false;
}

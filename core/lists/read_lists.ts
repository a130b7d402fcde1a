import type { ListFileBounds } from "../policy/list_files.ts";
import { ok, type Result } from "../result.ts";
import { readAddressFiles } from "./read_addresses.ts";
import { readOfac } from "./read_ofac.ts";
import type { ListDescription, ListRead, ListRefusal, SourceFile } from "./schema.ts";
import { describeSource, type ListSource } from "./sources.ts";

/** The files of one list. */
export interface ListFiles {
  /** Which list. */
  readonly source: ListSource;
  /** ISO 8601 calendar date. */
  readonly asOf: string;
  /** All of it, in any order. */
  readonly files: readonly SourceFile[];
}

/** One list that was read, and what it is. */
export interface NamedListRead extends ListRead {
  /** What list it is, and of when. */
  readonly description: ListDescription;
}

/**
 * Reads several lists for one snapshot, all of them or none. The address files come last whatever
 * their place, as they depend on what entities of the SDN list hold.
 */
export function readLists(
  lists: readonly ListFiles[],
  bounds: ListFileBounds,
): Result<readonly NamedListRead[], ListRefusal> {
  const reads: NamedListRead[] = [];
  for (const { source, asOf, files } of lists.toSorted(addressesLast)) {
    const read = source === "ofac-crypto"
      ? readAddressFiles(files, heldBySdn(reads), bounds)
      : readOfac(source, files, bounds);
    if (!read.ok) return read;
    reads.push({ description: describeSource(source, asOf), ...read.value });
  }
  return ok(reads);
}

/** By key, the address files last: the order is that of the snapshot. */
function addressesLast(a: ListFiles, b: ListFiles): number {
  const rank = ({ source }: ListFiles) => (source === "ofac-crypto" ? "1" : "0") + source;
  return rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b));
}

function heldBySdn(reads: readonly ListRead[]): ReadonlySet<string> {
  const sdn = reads.flatMap(({ entities }) => entities).filter(({ source }) =>
    source === "ofac-sdn"
  );
  return new Set(sdn.flatMap(({ addresses }) => addresses.map(({ address }) => address)));
}

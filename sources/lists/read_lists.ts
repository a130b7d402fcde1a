import type { ListFileBounds } from "../../core/policy/list_files.ts";
import { ok, type Result } from "../../base/result.ts";
import type { PepPolicy } from "./pep_category.ts";
import { readAddressFiles } from "./ofac/read_addresses.ts";
import { type ListFiles, readList } from "./read_list.ts";
import type { ListDescription, ListRead, ListRefusal } from "./schema.ts";
import { describeSource } from "./describe_list.ts";

/** One list that was read, and what it is. */
export interface NamedListRead extends ListRead {
  /** What list it is, and of when. */
  readonly description: ListDescription;
}

/**
 * Reads several lists for one snapshot, all of them or none. The address files come last whatever
 * their place, as they depend on what entities of the SDN list hold. An entity that stands on
 * several lists is one entity of each.
 */
export function readLists(
  lists: readonly ListFiles[],
  bounds: ListFileBounds,
  policy: PepPolicy = { home: null },
  onList: (source: string) => void = () => {},
): Result<readonly NamedListRead[], ListRefusal> {
  const reads: NamedListRead[] = [];
  for (const list of lists.toSorted(addressesLast)) {
    onList(list.source);
    const read = list.source === "ofac-crypto"
      ? readAddressFiles(list.files, heldBySdn(reads), bounds)
      : readList(list, bounds, policy);
    if (!read.ok) return read;
    const description = describeSource(list.source, list.asOf, read.value.self);
    reads.push({ description, ...read.value });
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

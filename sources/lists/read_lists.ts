import type { ListFileBounds } from "../../core/policy/list_files.ts";
import type { EntityDetails, ListedEntity } from "../../core/matching/ports.ts";
import { ok, type Result } from "../../base/result.ts";
import { describeList } from "./describe_list.ts";
import type { PepPolicy } from "./pep_category.ts";
import type { Publisher } from "./publisher.ts";
import { publisherOf } from "./publishers.ts";
import { type ListFiles, readList } from "./read_list.ts";
import type { ListDescription, ListRead, ListRefusal } from "./schema.ts";

const noDetails: EntityDetails = {
  listedOn: null,
  sourceUrl: null,
  designations: [],
  identifiers: [],
  remarks: [],
  links: [],
};

/** One list that was read, with its key. */
export interface NamedListRead extends ListRead {
  /** The list's title, publisher, licence and date. */
  readonly description: ListDescription;
}

/**
 * Reads several lists for one snapshot, all of them or none. Extractions come last, since they
 * depend on the entities of the list that they are extracted from. An entity on several lists is a
 * separate entity on each.
 */
export function readLists(
  lists: readonly ListFiles[],
  bounds: ListFileBounds,
  policy: PepPolicy = { home: null },
  onList: (source: string) => void = () => {},
): Result<readonly NamedListRead[], ListRefusal> {
  const reads: NamedListRead[] = [];
  for (const list of lists.toSorted(extractionsLast)) {
    onList(list.source);
    const publisher = publisherOf(list.source);
    const held = heldBy(publisher.extractedFrom?.source, reads);
    const read = readList(list, { bounds, policy, held });
    if (!read.ok) return read;
    const description = describeList(publisher, list, read.value.self);
    reads.push({ description, ...read.value, entities: withPages(publisher, read.value.entities) });
  }
  return ok(reads);
}

/** Adds the publisher's own pages to entities, if there are any. */
function withPages(
  { entryUrl }: Publisher,
  entities: readonly ListedEntity[],
): readonly ListedEntity[] {
  if (entryUrl === undefined) return entities;
  return entities.map((entity) => {
    const details = { ...noDetails, ...entity.details };
    return { ...entity, details: { ...details, sourceUrl: entryUrl(entity) } };
  });
}

/** Orders by key, extractions last, which is the order of the snapshot. */
function extractionsLast(a: ListFiles, b: ListFiles): number {
  const rank = ({ source }: ListFiles) =>
    (publisherOf(source).extractedFrom === undefined ? "0" : "1") + source;
  return rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b));
}

function heldBy(source: string | undefined, reads: readonly ListRead[]): ReadonlySet<string> {
  const entities = reads.flatMap((read) => read.entities).filter((one) => one.source === source);
  return new Set(entities.flatMap(({ addresses }) => addresses.map(({ address }) => address)));
}

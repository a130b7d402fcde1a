import type { ListedEntity, OrphanAddress } from "../../core/matching/ports.ts";
import { distinctAddresses } from "./listed_address.ts";
import type { ListDescription } from "./schema.ts";
import { describeList } from "./describe_list.ts";
import { publishers } from "./publishers.ts";

/** Entities passed to the builder at a time; keeps the memory of the builder low. */
const batchEntities = 2_000;

/** Builds the bytes of a snapshot; `wasm/matcher.ts` opens one. */
export interface SnapshotBuilder {
  /** Adds entities, in any number of batches. */
  add(entities: readonly ListedEntity[]): void;
  /** Adds addresses without an entity. */
  addAddresses(addresses: readonly OrphanAddress[]): void;
  /** Closes the builder. */
  finish(lists: readonly ListDescription[]): Uint8Array<ArrayBuffer>;
}

/** One list with its content. */
export interface SnapshotList {
  /** The list's title, publisher, licence and date. */
  readonly description: ListDescription;
  /** In the order of the snapshot. */
  readonly entities: readonly ListedEntity[];
  /** Addresses on the list without an entity. */
  readonly orphans: readonly OrphanAddress[];
}

/**
 * Builds one snapshot in memory. Equal lists in equal order give equal bytes.
 *
 * @throws Error when the builder refuses an entity, which is a bug of a reader
 */
export function buildSnapshot(
  builder: SnapshotBuilder,
  lists: readonly SnapshotList[],
): Uint8Array<ArrayBuffer> {
  for (const { entities } of lists) {
    for (let start = 0; start < entities.length; start += batchEntities) {
      builder.add(entities.slice(start, start + batchEntities));
    }
  }
  builder.addAddresses(distinctAddresses(lists.flatMap(({ orphans }) => orphans)));
  return builder.finish(describedLists(lists));
}

/**
 * Describes the lists. A list with only an extraction is described too, with the extraction's date.
 */
function describedLists(lists: readonly SnapshotList[]): readonly ListDescription[] {
  const descriptions = lists.map(({ description }) => description);
  const described = new Set(descriptions.map(({ source }) => source));
  const extracted = descriptions.flatMap(({ source, asOf, asOfFrom }) => {
    const whole = publishers.find((one) => one.source === source)?.extractedFrom;
    return whole === undefined || described.has(whole.source)
      ? []
      : [describeList(whole, { asOf, asOfFrom })];
  });
  return [...extracted, ...descriptions];
}

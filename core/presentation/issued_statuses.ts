import type { IssuedStatuses, Revocations } from "./ports.ts";

/** The dependencies of {@link findOwnFirst}. */
export interface OwnListDependencies {
  /** The URL prefix of every list of this deployment, up to its id. */
  readonly address: string;
  readonly lists: IssuedStatuses;
  /** Types (`vct`) of the credentials issued here: the own lists cover no others. */
  readonly types: readonly string[];
  /** Fetches the lists of other issuers. */
  readonly others: Revocations;
}

/**
 * Reads the current status of credentials issued here from the store, and fetches that of all
 * others. A deployment never fetches its own lists: their address may be one that it refuses to
 * fetch from, and the fetched list would be older than the store.
 */
export function findOwnFirst(
  { address, lists, types, others }: OwnListDependencies,
): Revocations {
  return {
    find: async (reference, type, lookUp) => {
      const { uri } = reference;
      if (!uri.startsWith(address)) return await others.find(reference, type, lookUp);
      if (!types.includes(type) || !("idx" in reference)) return "unknown";
      return await lists.find({ listId: uri.slice(address.length), idx: reference.idx });
    },
  };
}

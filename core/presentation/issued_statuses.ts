import type { IssuedStatuses, Revocations } from "./ports.ts";

/** The dependencies of {@link findOwnFirst}. */
export interface OwnListDependencies {
  /** Address of every list of our own, up to its id. */
  readonly address: string;
  readonly lists: IssuedStatuses;
  /** Types (`vct`) of the credentials that are issued here: our lists say nothing of others. */
  readonly types: readonly string[];
  /** Asks for the lists of other issuers. */
  readonly others: Revocations;
}

/**
 * Reads the status of credentials that were issued here from the store, always as it is now, and asks
 * for that of all others. A deployment never fetches its own lists: they may stand at an address that
 * it refuses to fetch from, and what it fetched would be older than what it knows.
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

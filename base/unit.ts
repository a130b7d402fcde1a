declare const unitBrand: unique symbol;

/**
 * The writes of one request. Port methods add to it; the mount commits it once, so that what an
 * operation wrote, its audit entry and its idempotency record become visible together or not at all.
 */
export interface Unit {
  readonly [unitBrand]: true;
}

/** The outcome of a unit's commit. */
export type CommitOutcome =
  | { readonly kind: "committed" }
  /**
   * Another request changed a value that this one had read. Nothing was written: run the operation
   * again.
   */
  | { readonly kind: "lost" }
  /** As `lost`; the failed check names the refusal that the caller reads. */
  | { readonly kind: "refused"; readonly code: string };

/** Begins and commits units of work. */
export interface Units {
  begin(): Unit;
  /** @throws Error when the store cannot be reached or the unit is over the commit budget */
  commit(unit: Unit): Promise<CommitOutcome>;
}

/** The statuses of an entity and of its LEI in GLEIF's level 1 data (LEI-CDF 3.1). */
export interface LeiStatuses {
  /** `ACTIVE`, `INACTIVE` or `NULL`; null where it is absent. */
  readonly entity: string | null;
  /** Status of the registration: `ISSUED`, `LAPSED`, `RETIRED`, `MERGED`, ... */
  readonly registration: string;
}

/** Registrations in force: issued ones, and those that are moving to another issuer. */
const current: ReadonlySet<string> = new Set(["ISSUED", "PENDING_TRANSFER", "PENDING_ARCHIVAL"]);

/** Registrations of entities that ceased or were merged into another one. */
const ended: ReadonlySet<string> = new Set(["RETIRED", "MERGED"]);

/**
 * Derives from the LEI record whether an entity does business. An active entity is `active` only
 * under a current registration. A lapsed registration was not confirmed, so that the status is
 * unknown.
 *
 * @see decisions-3.md part 20, registers
 */
export function leiStatus(
  { entity, registration }: LeiStatuses,
): "active" | "inactive" | "unknown" {
  if (entity === "INACTIVE" || ended.has(registration)) return "inactive";
  return entity === "ACTIVE" && current.has(registration) ? "active" : "unknown";
}

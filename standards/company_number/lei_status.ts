/** What GLEIF's level 1 data says of an entity and of its LEI (LEI-CDF 3.1). */
export interface LeiStatuses {
  /** `ACTIVE`, `INACTIVE` or `NULL`; null where it is absent. */
  readonly entity: string | null;
  /** Of the registration: `ISSUED`, `LAPSED`, `RETIRED`, `MERGED`, ... */
  readonly registration: string;
}

/** Registrations that are in force: issued, and issued while they move to another issuer. */
const current: ReadonlySet<string> = new Set(["ISSUED", "PENDING_TRANSFER", "PENDING_ARCHIVAL"]);

/** Registrations of entities that are gone: they ceased, or were merged into another one. */
const ended: ReadonlySet<string> = new Set(["RETIRED", "MERGED"]);

/**
 * Whether an entity does business, by its record: an active entity is `active` under a current
 * registration alone. One that lapsed was not confirmed since, so that its status is not known.
 *
 * @see decisions-3.md part 20, registers
 */
export function leiStatus(
  { entity, registration }: LeiStatuses,
): "active" | "inactive" | "unknown" {
  if (entity === "INACTIVE" || ended.has(registration)) return "inactive";
  return entity === "ACTIVE" && current.has(registration) ? "active" : "unknown";
}

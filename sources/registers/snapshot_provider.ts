import { createHash } from "node:crypto";
import { ok } from "../../base/result.ts";
import type { RegistryEntity, RegistryProvider } from "../../core/kyb/registry_ports.ts";
import { leiStatus } from "../../standards/company_number/lei_status.ts";
import { leiScheme } from "../../standards/company_number/schemes.ts";
import type { RegisterSnapshot } from "./open_registers.ts";
import type { RegisteredEntity } from "./schema.ts";

/**
 * Opens a snapshot of GLEIF's golden copy as a register: companies with an LEI. Not authoritative,
 * since most companies have none. Always available, and as old as its newest record: GLEIF
 * publishes three times a day, each time with new records.
 */
export function openSnapshotProvider(
  { id, description, findLei, findNumber }: RegisterSnapshot,
): RegistryProvider {
  return {
    name: `gleif-snapshot:${id.slice(0, 12)}`,
    isAuthoritative: false,
    supports: ({ country }) => /^[A-Z]{2}$/.test(country),
    find: ({ country, scheme, number }) => {
      const found = scheme === leiScheme.name
        ? [findLei(number)].filter((one) => one !== null)
        : findNumber(country, number);
      const meant = found.filter((one) =>
        one.jurisdiction.slice(0, 2) === country &&
        // Records that were made by mistake, or twice, say nothing about the company.
        one.registrationStatus !== "DUPLICATE" && one.registrationStatus !== "ANNULLED"
      );
      const evidence = JSON.stringify([id, country, number, meant]);
      const evidenceHash = createHash("sha256").update(evidence).digest("hex");
      const snapshotAt = description.newestUpdate;
      return Promise.resolve(ok({ entities: meant.map(entityOf), evidenceHash, snapshotAt }));
    },
  };
}

function entityOf(
  { legalName, otherNames, entityStatus, registrationStatus, lastUpdate }: RegisteredEntity,
): RegistryEntity {
  return {
    names: [legalName, ...otherNames],
    status: leiStatus({ entity: entityStatus, registration: registrationStatus }),
    updatedAt: lastUpdate,
  };
}

import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { ClientId } from "../../core/access/schema.ts";
import type { FoundApplication, KybApplications } from "../../core/kyb/application_ports.ts";
import { ApplicationId, KybApplication, KybCheck } from "../../core/kyb/application_schema.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted } from "../store/encrypted.ts";
import { hasPassed } from "../store/lifetime.ts";
import { create, type Entry, put, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of an accepted application. */
export const kybApplications = defineKey({
  name: "kyb_application",
  parts: ["applicationId"],
  value: "the application, declared persons and decision, encrypted",
  lifetime: "5 years past the relation (`kybRecordDays`)",
  personal: "yes: owners, directors, operators' ids",
  protected: "encrypted",
});

/** Key of a check of an application. */
export const kybChecks = defineKey({
  name: "kyb_check",
  parts: ["applicationId", "checkId"],
  value: "evidence of a register or a screening, and its judgements, encrypted",
  lifetime: "as the application",
  personal: "yes: whom they resemble, reviewers' notes",
  protected: "encrypted",
});

/** The applications of a client, in the order of time. */
export const kybClientApplications = defineKey({
  name: "kyb_client_application",
  parts: ["clientId", "applicationId"],
  value: "`{}`: an application of the client",
  lifetime: "as the application",
  personal: "no",
  protected: null,
});

/** Key of the end of retention of an application whose relation has ended. */
export const kybRecordEnds = defineKey({
  name: "kyb_record_end",
  parts: ["keptUntil", "applicationId"],
  value: "`{ clientId }`: when housekeeping removes the application",
  lifetime: "as the application",
  personal: "no",
  protected: null,
});

const Named = z.strictObject({});
/** The value of an end of retention. */
export const RecordEnd = z.strictObject({ clientId: z.string() });

/** The dependencies of {@link openKybApplications}. */
export interface KybApplicationDependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** The `at-rest` data keys. */
  readonly atRest: KeyRing;
}

/**
 * Opens the applications. A check has a key of its own, since all of them together may be long; who
 * changes one puts the application again in the same commit.
 */
export function openKybApplications(
  { store, clock, atRest }: KybApplicationDependencies,
): KybApplications {
  const Application = encrypted(KybApplication, atRest);
  const Check = encrypted(KybCheck, atRest);
  const isThere = ({ keptUntil }: KybApplication) =>
    keptUntil === null || !hasPassed(keptUntil, clock.now());

  async function find(id: ApplicationId): Promise<FoundApplication | null> {
    const entry = await store.get(Application, kybApplications.key(id));
    if (entry === null || !isThere(entry.value)) return null;
    const rows = await Array.fromAsync(store.list(Check, { prefix: kybChecks.key(id) }));
    const checkRow = (checkId: string): Entry<KybCheck> => {
      const row = rows.find(({ value }) => value.id === checkId);
      if (row === undefined) throw new Error("A check is changed that the application has not");
      return row;
    };
    return {
      application: entry.value,
      checks: inOrder(entry.value, rows.map(({ value }) => value)),
      hold: (unit) => addTo(unit, [entry.check]),
      put: (unit, next) => {
        addTo(unit, [entry.check, entry.set(next)]);
        const { keptUntil, clientId } = next;
        if (keptUntil !== null && keptUntil !== entry.value.keptUntil) {
          addTo(unit, [put(RecordEnd, kybRecordEnds.key(keptUntil, id), { clientId })]);
        }
      },
      putCheck: (unit, next) => {
        const row = checkRow(next.id);
        addTo(unit, [row.check, row.set(next)]);
      },
    };
  }

  return {
    add: (unit, application, checks) => {
      const { id, clientId } = application;
      addTo(unit, create(Application, kybApplications.key(id), application));
      addTo(unit, [put(Named, kybClientApplications.key(clientId, id), {})]);
      // The application's own check holds for them.
      addTo(unit, checks.map((check) => put(Check, kybChecks.key(id, check.id), check)));
    },
    find,
    list: async function* (readMax) {
      const range = { prefix: kybApplications.key() };
      const options = { reverse: true, ...(readMax === undefined ? {} : { limit: readMax }) };
      for await (const { value } of store.list(Application, range, options)) {
        if (isThere(value)) yield value;
      }
    },
    ofClient: async (clientId) => {
      const found: KybApplication[] = [];
      const range = { prefix: kybClientApplications.key(clientId) };
      for await (const { key } of store.list(Named, range)) {
        const id = ApplicationId.parse(key.at(-1));
        const entry = await store.get(Application, kybApplications.key(id));
        if (entry !== null && isThere(entry.value)) found.push(entry.value);
      }
      return found;
    },
  };
}

/** The checks in order: register, company, then persons as declared. */
function inOrder(
  { persons }: KybApplication,
  checks: readonly KybCheck[],
): readonly KybCheck[] {
  const places = new Map<string, number>(persons.map(({ id }, at) => [id, at + 2]));
  const placeOf = (check: KybCheck) =>
    check.kind === "registry"
      ? 0
      : check.kind === "entity_screening"
      ? 1
      : places.get(check.personId) ?? 2;
  return checks.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Whether this store has the application, and it belongs to the client.
 *
 * @param id any text; it need not be a valid id
 */
export async function isOwnApplication(
  store: Store,
  clientId: ClientId,
  id: string,
): Promise<boolean> {
  return await store.get(Named, kybClientApplications.key(clientId, id)) !== null;
}

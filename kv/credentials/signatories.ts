import { z } from "zod";
import type { Audit } from "../../core/audit/ports.ts";
import { AcademicIssuerId, Signatory, SignatoryId } from "../../core/credentials/issuer_schema.ts";
import type { Signatories } from "../../core/credentials/ports.ts";
import { defineKey } from "../store/define_key.ts";
import type { Key } from "../store/key.ts";
import { create, type Entry, type Store } from "../store/store.ts";
import { addTo, openUnits } from "../store/unit.ts";

/** Members of institutions who prepare, recheck and approve batches. */
export const signatories = defineKey({
  name: "signatory",
  parts: ["signatoryId"],
  value: "`{ academicIssuerId, name, idpSubject }`",
  lifetime: "until the operator removes it",
  personal: "yes: name and `sub` of a signatory",
  protected: null,
});

const StoredSignatory = z.object({
  academicIssuerId: AcademicIssuerId,
  name: z.string(),
  idpSubject: z.string(),
}).readonly();
type StoredSignatory = z.infer<typeof StoredSignatory>;

/**
 * Opens the signatories, read each time.
 *
 * @param published those of a sandbox, which take precedence over the store; none in live
 */
export function openSignatories(
  { store, published }: { readonly store: Store; readonly published: readonly Signatory[] },
): Signatories {
  return {
    find: async (id) =>
      published.find((known) => known.id === id) ?? await findSignatory(store, id),
  };
}

async function findSignatory(store: Store, id: SignatoryId): Promise<Signatory | null> {
  const found = await store.get(StoredSignatory, keyOf(id));
  return found === null ? null : signatoryOf(found);
}

/** The signatories, for operators. Every act is audited in its own commit, without a name. */
export interface SignatoryRecords {
  /** Adds or replaces a signatory. @returns whether the signatory is new */
  put(signatory: Signatory): Promise<boolean>;
  /** @returns false if there is none */
  remove(id: SignatoryId): Promise<boolean>;
  /** In the order of the ids. @param of null: every institution */
  list(of: AcademicIssuerId | null): AsyncIterable<Signatory>;
}

/** Maximum attempts when other operators change the signatory. */
const attemptsMax = 20;

/** Opens the signatories for operators. */
export function openSignatoryRecords(
  { store, audit }: { readonly store: Store; readonly audit: Pick<Audit, "record"> },
): SignatoryRecords {
  const units = openUnits(store);

  /** @returns the previous record, from which the change is made */
  async function change(
    id: SignatoryId,
    next: Signatory | null,
  ): Promise<Entry<StoredSignatory> | null> {
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const found = await store.get(StoredSignatory, keyOf(id));
      const academicIssuerId = next?.academicIssuerId ?? found?.value.academicIssuerId;
      if (academicIssuerId === undefined) return null;
      const unit = units.begin();
      if (next === null) addTo(unit, found === null ? [] : [found.check, found.delete]);
      else {
        const value = StoredSignatory.parse(next);
        addTo(
          unit,
          found === null
            ? create(StoredSignatory, keyOf(id), value)
            : [found.check, found.set(value)],
        );
      }
      audit.record(unit, {
        kind: "SIGNATORY_CHANGED",
        signatoryId: id,
        academicIssuerId,
        change: next === null ? "removed" : found === null ? "registered" : "changed",
      });
      if ((await units.commit(unit)).kind === "committed") return found;
    }
    throw new Error("The signatory is being changed all the time");
  }

  return {
    put: async (signatory) => await change(signatory.id, signatory) === null,
    remove: async (id) => await change(id, null) !== null,
    list: (of) => listed(store, of),
  };
}

async function* listed(store: Store, of: AcademicIssuerId | null): AsyncIterable<Signatory> {
  for await (const entry of store.list(StoredSignatory, { prefix: signatories.key() })) {
    if (of === null || entry.value.academicIssuerId === of) yield signatoryOf(entry);
  }
}

function signatoryOf({ key, value }: Entry<StoredSignatory>): Signatory {
  return Signatory.parse({ id: key.at(-1), ...value });
}

function keyOf(id: SignatoryId): Key {
  return signatories.key(id);
}

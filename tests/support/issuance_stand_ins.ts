import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { secretHash } from "../../base/secret.ts";
import { uuidV7 } from "../../base/uuid.ts";
import {
  BatchId,
  BatchItem,
  BatchItemId,
  CredentialBatch,
  type StudentRow,
} from "../../core/credentials/batch_schema.ts";
import {
  type AcademicIssuer,
  AcademicIssuerId,
  SignatoryId,
} from "../../core/credentials/issuer_schema.ts";
import type { FoundItem, IssuancePorts } from "../../core/credentials/ports.ts";
import { type CredentialTemplate, TemplateId } from "../../core/credentials/template_schema.ts";
import type { Mode } from "../../core/nouns.ts";
import type { Key } from "../../kv/store/key.ts";
import { create, type Entry, type Store } from "../../kv/store/store.ts";
import { addTo, openUnits } from "../../kv/store/unit.ts";
import { type Certified, certify } from "./certificates.ts";
import { seededRandom } from "./random.ts";

/** The ports that other areas open. */
export type StandInPorts = Pick<
  IssuancePorts,
  | "academicIssuers"
  | "credentialBatches"
  | "credentialOffers"
  | "credentialStatuses"
  | "credentialTemplates"
>;

const Stored = z.object({ batch: CredentialBatch, item: BatchItem, seed: z.string() });
type Stored = z.infer<typeof Stored>;
const Named = z.object({ batchId: z.string(), itemId: z.string() });
const Taken = z.object({ taken: z.literal(true) });

const itemKey = (batchId: string, itemId: string): Key => ["test_item", batchId, itemId];
const offerKey = (offerId: string): Key => ["test_offer", offerId];
const codeKey = (code: string): Key => ["test_code", code];

/** Institution of the tests. */
export const UNIVERSITY: AcademicIssuer = {
  id: AcademicIssuerId.parse("example-university"),
  name: "Example University",
  country: "AT",
  logo:
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAF0lEQVR4nGMQCdYlCTGMahgNJd1hmzQAl06UAfd5AGwAAAAASUVORK5CYII=",
  colour: "#123456",
};

/** The row of the tests' student, whose personal members must never reach a credential. */
export const ROW: StudentRow = {
  studentFullName: "Öberg-Nilsson Rowname",
  studentEmail: "rowmail@student.example",
  studentDob: "2001-02-03",
  institutionStudentId: "rownumber-42",
  claimValues: {
    family_name: "Mustermann",
    given_name: "Erika",
    award_title: "BSc Physics",
    award_date: "2026-02-01",
    modules: ["Optics", "Mechanics"],
    institution: { city: "Graz", country: "AT" },
  },
};

/** A template of the tests, approved. */
export function templateOf(over: Partial<CredentialTemplate> = {}): CredentialTemplate {
  return {
    id: TemplateId.parse("01900000-0000-7000-8000-000000000001"),
    mode: "sandbox",
    academicIssuerId: UNIVERSITY.id,
    credentialType: "DEGREE_AWARD",
    claimsSchema: {
      type: "object",
      title: "Degree",
      required: ["family_name", "award_title", "institution"],
      properties: {
        family_name: { type: "string", title: "Family name" },
        given_name: { type: "string" },
        award_title: { type: "string", title: "Award" },
        award_date: { type: "string" },
        modules: { type: "array", items: { type: "string" } },
        institution: {
          type: "object",
          required: ["city"],
          properties: { city: { type: "string" }, country: { type: "string" } },
        },
      },
    },
    sdJwtDisclosureFrame: {
      _sd: ["family_name", "given_name", "award_date", "institution"],
      _sd_decoy: 2,
      modules: { _sd: [0, 1] },
      institution: { _sd: ["city"] },
    },
    status: "APPROVED",
    createdAt: "2026-03-01T09:00:00.000Z",
    submittedAt: "2026-03-01T09:00:00.000Z",
    reviewedAt: "2026-03-01T09:00:00.000Z",
    reviewNotes: null,
    ...over,
  };
}

/** What stands in for the institution's key and certificate. */
export async function certifyUniversity(): Promise<Certified> {
  const root = await certify({ name: "Root", notAfter: new Date("2046-01-01T00:00:00Z") });
  return await certify({
    name: UNIVERSITY.name,
    issuer: root,
    notAfter: new Date("2046-01-01T00:00:00Z"),
  });
}

/** Institutions, templates, batches, offers and statuses over a real store. */
export function standIns(
  { store, clock, mode, certified, templates }: {
    readonly store: Store;
    readonly clock: Clock;
    readonly mode: Mode;
    readonly certified: Certified;
    readonly templates: readonly CredentialTemplate[];
  },
) {
  const random = seededRandom(4711);
  const secretsOf = (seed: string) => {
    const code = secretHash(`${seed} code`).slice(0, 43);
    return { code, offerId: secretHash(`${seed} offer`).slice(0, 43) };
  };
  const seedOf = () => random.bytes(16).toHex();
  const found = (entry: Entry<Stored>): FoundItem => {
    const { batch, item, seed } = entry.value;
    const write = (next: Stored) => [entry.check, entry.set(next)];
    return {
      batch,
      item,
      offer: () => Promise.resolve(secretsOf(seed)),
      noteRecheck: () => {},
      renewOffer: (unit, at) => {
        const next = seedOf();
        const secrets = secretsOf(next);
        const state = { kind: "open", offeredAt: at } as const;
        addTo(unit, write({ batch, item: { ...item, state }, seed: next }));
        addTo(unit, named(batch.id, item.id, next));
        return Promise.resolve(secrets);
      },
      remove: (unit) => addTo(unit, [entry.check, entry.delete]),
      exchange: (unit, tokenUntil) =>
        addTo(
          unit,
          write({ ...entry.value, item: { ...item, state: { kind: "exchanged", tokenUntil } } }),
        ),
      redeem: (unit, { at, status }) => {
        const state = { kind: "redeemed", redeemedAt: at, status } as const;
        addTo(unit, write({ ...entry.value, item: { ...item, row: null, state } }));
      },
      revoke: (unit, at) => {
        const state = { kind: "revoked", revokedAt: at, status: null } as const;
        addTo(unit, write({ ...entry.value, item: { ...item, row: null, state } }));
      },
    };
  };
  const named = (batchId: string, itemId: string, seed: string) => {
    const { code, offerId } = secretsOf(seed);
    return [
      ...create(Named, offerKey(offerId), { batchId, itemId }),
      ...create(Named, codeKey(code), { batchId, itemId }),
    ];
  };
  const findItem = async (batchId: string, itemId: string) => {
    const entry = await store.get(Stored, itemKey(batchId, itemId));
    return entry === null ? null : found(entry);
  };
  const findNamed = async (key: Key, which: "code" | "offerId") => {
    const name = await store.get(Named, key);
    if (name === null) return null;
    const item = await findItem(name.value.batchId, name.value.itemId);
    return item !== null && (await item.offer())[which] === key[1] ? item : null;
  };
  const ports: StandInPorts = {
    academicIssuers: {
      find: (id) => Promise.resolve(id === UNIVERSITY.id ? UNIVERSITY : null),
      signer: (id) =>
        Promise.resolve(
          id === UNIVERSITY.id
            ? {
              key: certified.keys.privateKey,
              chain: [certified.der],
              notAfter: Date.parse("2046-01-01T00:00:00Z") / 1000,
            }
            : null,
        ),
    },
    credentialTemplates: {
      add: () => {},
      approved: () => Promise.resolve(templates),
      find: (id) => {
        const template = templates.find((each) => each.id === id);
        return Promise.resolve(
          template === undefined ? null : { template, change: () => {} },
        );
      },
      list: () => Promise.resolve({ templates, nextCursor: null }),
    },
    credentialBatches: {
      prepare: () => Promise.reject(new Error("not here")),
      find: async (batchId) => {
        for await (
          const { value } of store.list(Stored, { prefix: ["test_item", batchId] })
        ) {
          return {
            batch: value.batch,
            items: () => (async function* () {})(),
            findItem: (itemId) => findItem(batchId, itemId),
            approve: () => {},
          };
        }
        return null;
      },
    },
    credentialOffers: {
      findByOfferId: (offerId) => findNamed(offerKey(offerId), "offerId"),
      findByCode: (code) => findNamed(codeKey(code), "code"),
    },
    credentialStatuses: {
      allocate: (unit, id) => {
        const idx = new DataView(random.bytes(4).buffer).getUint32(0) % 1_048_576;
        addTo(unit, create(Taken, ["test_index", `${id}`, idx], { taken: true }));
        return Promise.resolve({ listId: "list-1", idx });
      },
      revoke: () => Promise.resolve(),
      find: () => Promise.resolve("valid"),
      list: () => Promise.resolve(null),
    },
  };
  /** Puts an offer on file. */
  const offer = async (
    over: { readonly batch?: Partial<CredentialBatch>; readonly row?: StudentRow } = {},
    template: CredentialTemplate = templates[0]!,
  ) => {
    const batchId = BatchId.parse(uuidV7({ clock, random }));
    const itemId = BatchItemId.parse(uuidV7({ clock, random }));
    const at = clock.now().toString({ smallestUnit: "millisecond" });
    const batch: CredentialBatch = {
      id: batchId,
      mode,
      academicIssuerId: template.academicIssuerId,
      credentialTemplateId: template.id,
      submissionMethod: "API",
      preparedBySignatoryId: SignatoryId.parse("registrar"),
      status: "APPROVED",
      createdAt: at,
      approvedAt: at,
      approvedBySignatoryId: SignatoryId.parse("dean"),
      itemCount: 1,
      differing: [],
      recheckedBy: [],
      ...over.batch,
    };
    const item: BatchItem = {
      id: itemId,
      row: over.row ?? ROW,
      state: { kind: "open", offeredAt: null },
      recheck: null,
    };
    const seed = seedOf();
    await store.commit([
      ...create(Stored, itemKey(batchId, itemId), { batch, item, seed }),
      ...named(batchId, itemId, seed),
    ]);
    return { batchId, itemId, ...secretsOf(seed) };
  };
  /** Changes an item as its institution does. */
  const change = async (
    { batchId, itemId }: { readonly batchId: BatchId; readonly itemId: BatchItemId },
    by: (item: FoundItem, unit: ReturnType<ReturnType<typeof openUnits>["begin"]>) => unknown,
  ) => {
    const item = await findItem(batchId, itemId);
    if (item === null) throw new Error("There is no such item");
    const units = openUnits(store);
    const unit = units.begin();
    const changed = await by(item, unit);
    const outcome = await units.commit(unit);
    if (outcome.kind !== "committed") throw new Error("The change was lost");
    return changed;
  };
  return { ports, offer, change, findItem };
}

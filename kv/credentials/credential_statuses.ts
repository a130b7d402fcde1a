import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { Unit } from "../../base/unit.ts";
import { uuidV7 } from "../../base/uuid.ts";
import type { StatusEntry } from "../../core/credentials/batch_schema.ts";
import { AcademicIssuerId } from "../../core/credentials/issuer_schema.ts";
import type { CredentialStatuses, StatusListInForce } from "../../core/credentials/status_ports.ts";
import { Mode, Timestamp } from "../../core/nouns.ts";
import { markRevoked, readBit, readBits, statusListChanges } from "./credential_status_bits.ts";
import { defineKey } from "../store/define_key.ts";
import { timestamp } from "../store/lifetime.ts";
import { absent, add, create, put, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of a status list. */
export const credentialStatusLists = defineKey({
  name: "credential_status_list",
  parts: ["listId"],
  value: "`{ academicIssuerId, mode, createdAt }`",
  lifetime: "for ever",
  personal: "no",
  protected: null,
});

/** Key of the list for new credentials of an institution; no backup restores it. */
export const credentialStatusCurrent = defineKey({
  name: "credential_status_current",
  parts: ["mode", "academicIssuerId"],
  value: "`{ listId }`",
  lifetime: "until the list is full",
  personal: "no",
  protected: null,
});

/** Key of a taken index of a list. */
export const credentialStatusIndexes = defineKey({
  name: "credential_status_index",
  parts: ["listId", "idx"],
  value: "`{}`: a credential has the index, and no other ever gets it",
  lifetime: "for ever",
  personal: "no: an index says nothing without its credential",
  protected: null,
});

/** Counter of the taken indexes of a list. */
export const credentialStatusTaken = defineKey({
  name: "credential_status_taken",
  parts: ["listId"],
  value: "counter: indexes that are taken",
  lifetime: "for ever",
  personal: "no",
  protected: null,
});

const StoredList = z.object({
  academicIssuerId: AcademicIssuerId,
  mode: Mode,
  createdAt: Timestamp,
}).readonly();
const CurrentList = z.object({ listId: z.string() }).readonly();
const TakenIndex = z.object({}).readonly();

/** Entries of a list: 128 KiB of bits. */
export const statusListEntries = 2 ** 20;
/**
 * Taken indexes from which a new list begins: until then one of four random ones is nearly always
 * free.
 */
const takenMaxOfList = 3 * statusListEntries / 4;
const indexesTriedAtOnce = 4;
/** With three quarters taken, that many tries fail once in 10^10 times or less. */
const triesMax = 20;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The dependencies of {@link openCredentialStatuses}. */
export interface CredentialStatusDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** The deployment's mode: lists of the other mode do not exist here. */
  readonly mode: Mode;
  /** Default: three quarters of a list; other values are for tests. */
  readonly takenMax?: number;
}

/**
 * Opens the status lists. Indexes are random, so that neighbours in a list are not neighbours in a
 * batch, and unique: each is a record that only one commit can create.
 */
export function openCredentialStatuses(
  dependencies: CredentialStatusDependencies,
): CredentialStatuses {
  const { store, mode } = dependencies;
  const find = async (listId: string) => {
    if (!uuid.test(listId)) return null;
    const found = await store.get(StoredList, credentialStatusLists.key(listId));
    return found?.value.mode === mode ? found.value : null;
  };
  return {
    allocate: async (unit, academicIssuerId) => {
      const listId = await currentList(dependencies, academicIssuerId);
      return await takeIndex(dependencies, unit, listId);
    },
    revoke: (unit, entry) => Promise.resolve(markRevoked(unit, entry)),
    find: async ({ listId, idx }) => {
      const isKnown = idx < statusListEntries && await find(listId) !== null;
      if (!isKnown) return "unknown";
      return await readBit(store, { listId, idx }) ? "revoked" : "valid";
    },
    list: async (listId) => {
      const found = await find(listId);
      return found === null ? null : await inForce(store, listId, found);
    },
  };
}

async function inForce(
  store: Store,
  listId: string,
  { academicIssuerId }: Pick<StatusListInForce, "academicIssuerId">,
): Promise<StatusListInForce> {
  // Read before the bits, so that these hold at least what the number says.
  const changes = await store.count(statusListChanges.key(listId));
  return { academicIssuerId, changes, bytes: () => readBits(store, listId, statusListEntries) };
}

/**
 * Finds the list for new credentials of an institution; makes one if there is none or it is full.
 * Of concurrent servers one makes it, and the others use it.
 */
async function currentList(
  { store, clock, random, mode, takenMax = takenMaxOfList }: CredentialStatusDependencies,
  academicIssuerId: AcademicIssuerId,
): Promise<string> {
  const key = credentialStatusCurrent.key(mode, academicIssuerId);
  while (true) {
    const current = await store.get(CurrentList, key);
    if (current !== null) {
      const taken = await store.count(credentialStatusTaken.key(current.value.listId));
      if (taken < takenMax) return current.value.listId;
    }
    const listId = uuidV7({ clock, random });
    const list = { academicIssuerId, mode, createdAt: timestamp(clock.now()) };
    const isMade = await store.commit([
      current?.check ?? absent(key),
      put(CurrentList, key, { listId }),
      ...create(StoredList, credentialStatusLists.key(listId), list),
    ]);
    if (isMade) return listId;
  }
}

/** Takes a free index in the unit; the commit fails if another takes the same one meanwhile. */
async function takeIndex(
  { store, random }: Pick<CredentialStatusDependencies, "store" | "random">,
  unit: Unit,
  listId: string,
): Promise<StatusEntry> {
  for (let tried = 0; tried < triesMax; tried++) {
    const indexes = randomIndexes(random);
    const keys = indexes.map((idx) => credentialStatusIndexes.key(listId, idx));
    const taken = await store.getMany(TakenIndex, keys);
    const idx = indexes.find((_, at) => taken[at] === null);
    if (idx === undefined) continue;
    addTo(unit, create(TakenIndex, credentialStatusIndexes.key(listId, idx), {}));
    addTo(unit, [add(credentialStatusTaken.key(listId), 1)]);
    return { listId, idx };
  }
  throw new Error("No free index was found in a status list that is not full");
}

function randomIndexes(random: Random): readonly number[] {
  const bytes = random.bytes(4 * indexesTriedAtOnce);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const indexes = Array.from(
    { length: indexesTriedAtOnce },
    (_, at) => view.getUint32(4 * at) % statusListEntries,
  );
  return [...new Set(indexes)];
}

import { z } from "zod";
import type { Unit } from "../../base/unit.ts";
import type { StatusEntry } from "../../core/credentials/batch_schema.ts";
import { defineKey } from "../store/define_key.ts";
import { absent, add, type Entry, put, type Remove, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/**
 * Keys of new revocations, one each, so that concurrent revocations never wait for each other.
 * Housekeeping merges them into the pages of their list, so that a list has few of them to read.
 */
export const credentialStatusMarks = defineKey({
  name: "credential_status_mark",
  parts: ["listId", "idx"],
  value: "counter: it is there where the credential is revoked",
  lifetime: "until it stands in its page",
  personal: "no: an index says nothing without its credential",
  protected: null,
});

/** Keys of the pages with merged revocations of a list. */
export const credentialStatusPages = defineKey({
  name: "credential_status_page",
  parts: ["listId", "page"],
  value: "`{ bits }`: 2 KiB of the list, base64",
  lifetime: "for ever",
  personal: "no: an index says nothing without its credential",
  protected: null,
});

/** Counter of a list's revocations, by which a served list is known to be the newest. */
export const statusListChanges = defineKey({
  name: "credential_status_changes",
  parts: ["listId"],
  value: "counter: revocations",
  lifetime: "for ever",
  personal: "no",
  protected: null,
});

const pageBytes = 2_048;
const pageEntries = 8 * pageBytes;
/** Maximum marks that one commit merges. */
const foldedMax = 500;
/** Maximum marks that one minute merges; the rest waits for the next. */
const foldedAtOnceMax = 50_000;

const Page = z.object({ bits: z.base64() }).readonly();
type Page = z.infer<typeof Page>;

/**
 * Revokes in the unit, without a read, so that no concurrent revocation can make the commit fail.
 */
export function markRevoked(unit: Unit, { listId, idx }: StatusEntry): void {
  addTo(unit, [
    add(credentialStatusMarks.key(listId, idx), 1),
    add(statusListChanges.key(listId), 1),
  ]);
}

/** Whether the bit of an entry is set. */
export async function readBit(store: Store, { listId, idx }: StatusEntry): Promise<boolean> {
  // The mark first: one that is folded between the two reads stands in the page then.
  if (await store.count(credentialStatusMarks.key(listId, idx)) > 0) return true;
  const page = await store.get(Page, credentialStatusPages.key(listId, pageOf(idx)));
  return page !== null && isSet(bytesOf(page), idx % pageEntries);
}

/** Reads the bits of a list, least significant first. */
export async function readBits(
  store: Store,
  listId: string,
  entries: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(entries / 8);
  const marked: number[] = [];
  for await (const { key } of store.counts({ prefix: credentialStatusMarks.key(listId) })) {
    marked.push(Number(key[2]));
  }
  // After the marks, for the same reason as above.
  for await (const page of store.list(Page, { prefix: credentialStatusPages.key(listId) })) {
    bytes.set(bytesOf(page), Number(page.key[2]) * pageBytes);
  }
  for (const idx of marked) setBit(bytes, idx);
  return bytes;
}

interface Mark {
  readonly listId: string;
  readonly idx: number;
  readonly delete: Remove;
}

/** Merges the marks of all lists into their pages, one page a commit, once a minute. */
export async function foldStatusMarks(store: Store): Promise<void> {
  const marks: Mark[] = [];
  const all = { prefix: [credentialStatusMarks.name] } as const;
  for await (const { key, delete: remove } of store.counts(all, { limit: foldedAtOnceMax })) {
    marks.push({ listId: String(key[1]), idx: Number(key[2]), delete: remove });
  }
  const byPage = Map.groupBy(marks, ({ listId, idx }) => `${listId} ${pageOf(idx)}`);
  for (const marked of byPage.values()) {
    for (let from = 0; from < marked.length; from += foldedMax) {
      await foldPage(store, marked.slice(from, from + foldedMax));
    }
  }
}

/**
 * Merges marks into one page, in one commit. If another server merged the same page first, nothing
 * happens, and remaining marks wait for the next minute.
 */
async function foldPage(store: Store, marked: readonly Mark[]): Promise<void> {
  const [first] = marked;
  if (first === undefined) return;
  const key = credentialStatusPages.key(first.listId, pageOf(first.idx));
  const page = await store.get(Page, key);
  const bytes = page === null ? new Uint8Array(pageBytes) : bytesOf(page);
  for (const { idx } of marked) setBit(bytes, idx % pageEntries);
  const next = { bits: bytes.toBase64() };
  await store.commit([
    page?.check ?? absent(key),
    page?.set(next) ?? put(Page, key, next),
    ...marked.map((mark) => mark.delete),
  ]);
}

function pageOf(idx: number): number {
  return Math.floor(idx / pageEntries);
}

function bytesOf({ value: { bits } }: Entry<Page>): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(bits);
}

function isSet(bytes: Uint8Array, at: number): boolean {
  return ((bytes[at >> 3] ?? 0) >> (at & 7) & 1) === 1;
}

function setBit(bytes: Uint8Array, at: number): void {
  bytes[at >> 3] = (bytes[at >> 3] ?? 0) | 1 << (at & 7);
}

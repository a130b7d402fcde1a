import { z } from "zod";
import type { Unit } from "../base/unit.ts";
import type { StatusEntry } from "../core/credentials/batch_schema.ts";
import { defineKey } from "./store/define_key.ts";
import { absent, add, type Entry, put, type Remove, type Store } from "./store/store.ts";
import { addTo } from "./store/unit.ts";

/**
 * Where a revocation stands first: by itself, so that of any number at once none waits for another.
 * Whoever reads the list folds marks into its pages.
 */
export const credentialStatusMarks = defineKey({
  name: "credential_status_mark",
  parts: ["listId", "idx"],
  value: "counter: it is there where the credential is revoked",
  lifetime: "until it stands in its page",
  personal: "no: an index says nothing without its credential",
  protected: null,
});

/** Where the revocations of a list stand in the end. */
export const credentialStatusPages = defineKey({
  name: "credential_status_page",
  parts: ["listId", "page"],
  value: "`{ bits }`: 2 KiB of the list, base64",
  lifetime: "for ever",
  personal: "no: an index says nothing without its credential",
  protected: null,
});

/** Where the revocations of a list are counted: by the number a served list is known to be the newest. */
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
/** Marks of a page from which on they are folded: so many of each of 64 pages are read in a few milliseconds. */
const foldedFrom = 16;
/** Marks that one commit folds. */
const foldedMax = 500;

const Page = z.object({ bits: z.base64() }).readonly();
type Page = z.infer<typeof Page>;

/** Revokes in the unit: nothing is read, so that nothing can be lost to a neighbour. */
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

/** Reads the bits of a list, least significant first; folds marks where there are many. */
export async function readBits(
  store: Store,
  listId: string,
  entries: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(entries / 8);
  const marks = await readMarks(store, listId);
  // After the marks, for the same reason as above.
  const pages = new Map<number, Entry<Page>>();
  for await (const page of store.list(Page, { prefix: credentialStatusPages.key(listId) })) {
    const number = Number(page.key[2]);
    pages.set(number, page);
    bytes.set(bytesOf(page), number * pageBytes);
  }
  for (const [number, marked] of marks) {
    for (const { idx } of marked) setBit(bytes, idx);
    if (marked.length < foldedFrom) continue;
    await fold(store, { listId, number, page: pages.get(number) ?? null, marked });
  }
  return bytes;
}

interface Mark {
  readonly idx: number;
  readonly delete: Remove;
}

/** The marks of a list, by the number of their page. */
async function readMarks(store: Store, listId: string): Promise<ReadonlyMap<number, Mark[]>> {
  const marks = new Map<number, Mark[]>();
  const range = { prefix: credentialStatusMarks.key(listId) };
  for await (const { key, delete: remove } of store.counts(range)) {
    const idx = Number(key[2]);
    const mark = { idx, delete: remove };
    const others = marks.get(pageOf(idx));
    if (others === undefined) marks.set(pageOf(idx), [mark]);
    else others.push(mark);
  }
  return marks;
}

/**
 * Moves marks into their page, in one commit. Where another server folds the same page first, nothing
 * happens: the marks that are left are for the next who reads.
 */
async function fold(store: Store, { listId, number, page, marked }: {
  readonly listId: string;
  readonly number: number;
  readonly page: Entry<Page> | null;
  readonly marked: readonly Mark[];
}): Promise<void> {
  const folded = marked.slice(0, foldedMax);
  const bytes = page === null ? new Uint8Array(pageBytes) : bytesOf(page);
  for (const { idx } of folded) setBit(bytes, idx % pageEntries);
  const next = { bits: bytes.toBase64() };
  const key = credentialStatusPages.key(listId, number);
  const moved = [
    page?.check ?? absent(key),
    page?.set(next) ?? put(Page, key, next),
    ...folded.map((mark) => mark.delete),
  ];
  // Best effort: a store that takes no writes is read all the same.
  await store.commit(moved).catch(() => {});
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

import canonicalize from "canonicalize";
import { createHash } from "node:crypto";
import { type NoteSigner, openNote, signNote } from "../../standards/tlog/note.ts";

/** A stored checkpoint, as the hash over all of them has it. */
export interface CheckpointRow {
  readonly note: string;
  readonly at: string;
  readonly previous?: number | undefined;
  readonly link?: string | undefined;
}

/** The checkpoints up to one, as far as others are bound to them. */
export interface CheckpointHistory {
  /** How many there are. */
  readonly number: number;
  /** Hash over all of them, of their notes, times and links. */
  readonly history: string;
}

/** What binds a checkpoint to those before it, and to its time. */
export interface CheckpointLink {
  readonly note: string;
  readonly at: string;
  readonly before: CheckpointHistory;
}

/** A log that has no checkpoint. */
export const NO_CHECKPOINTS: CheckpointHistory = { number: 0, history: "0".repeat(64) };

/** The history with one checkpoint more. */
export function addToHistory(
  { number, history }: CheckpointHistory,
  { note, at, previous, link }: CheckpointRow,
): CheckpointHistory {
  const row = canonicalize({
    note,
    at,
    ...(previous === undefined ? {} : { previous }),
    ...(link === undefined ? {} : { link }),
  });
  const text = `aval/audit-history/v1\n${history}\n${row}`;
  return { number: number + 1, history: sha256(text) };
}

/**
 * Signs what binds a checkpoint to those before it. A note of its own: the checkpoint stays what it
 * is to every reader of tlog-checkpoints.
 */
export async function signCheckpointLink(
  link: CheckpointLink,
  signer: NoteSigner,
): Promise<string> {
  return await signNote(textOf(link), signer);
}

/** Whether one of the keys has signed that the checkpoint follows those before it, at its time. */
export async function verifyCheckpointLink(
  signed: string,
  link: CheckpointLink,
  verifierKeys: readonly string[],
): Promise<boolean> {
  const opened = await openNote(signed, verifierKeys);
  return opened?.text === textOf(link);
}

/** The history that a link names, as far as it is one; its signature is another question. */
export function readLinkHistory(signed: string): string {
  return /^history ([0-9a-f]{64})$/m.exec(signed)?.[1] ?? "";
}

function textOf({ note, at, before: { number, history } }: CheckpointLink): string {
  return [
    "aval/audit-link/v1",
    `checkpoint ${sha256(note)}`,
    `at ${at}`,
    `number ${number + 1}`,
    `history ${history}`,
    "",
  ].join("\n");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

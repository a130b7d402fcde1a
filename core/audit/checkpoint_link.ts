import canonicalize from "canonicalize";
import { createHash } from "node:crypto";
import { type NoteSigner, openNote, signNote } from "../../standards/tlog/note.ts";

/** A stored checkpoint, in the form that the hash over all checkpoints covers. */
export interface CheckpointRow {
  readonly note: string;
  readonly at: string;
  readonly previous?: number | undefined;
  readonly link?: string | undefined;
}

/** The history of checkpoints up to one, as far as later ones are bound to it. */
export interface CheckpointHistory {
  /** The number of checkpoints. */
  readonly number: number;
  /** Hash over the notes, times and links of all checkpoints. */
  readonly history: string;
}

/** The binding of a checkpoint to its predecessors and its time. */
export interface CheckpointLink {
  readonly note: string;
  readonly at: string;
  readonly before: CheckpointHistory;
}

/** The history of a log without checkpoints. */
export const NO_CHECKPOINTS: CheckpointHistory = { number: 0, history: "0".repeat(64) };

/** Returns the history extended by one checkpoint. */
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
 * Signs the binding of a checkpoint to its predecessors. The binding is a note of its own, so that
 * readers of tlog-checkpoints see an unchanged checkpoint.
 */
export async function signCheckpointLink(
  link: CheckpointLink,
  signer: NoteSigner,
): Promise<string> {
  return await signNote(textOf(link), signer);
}

/** Whether one of the keys signed that the checkpoint follows its predecessors, at its time. */
export async function verifyCheckpointLink(
  signed: string,
  link: CheckpointLink,
  verifierKeys: readonly string[],
): Promise<boolean> {
  const opened = await openNote(signed, verifierKeys);
  return opened?.text === textOf(link);
}

/** Reads the history that a link names. Does not verify its signature. */
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

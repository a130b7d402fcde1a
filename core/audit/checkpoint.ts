import { ok, refuse, type Result } from "../../base/result.ts";
import type { ChainHead } from "./entry.ts";
import type { Hash } from "../../standards/tlog/merkle.ts";
import {
  type NoteSigner,
  openNote,
  parseVerifierKey,
  signNote,
} from "../../standards/tlog/note.ts";

/**
 * Content of a checkpoint (C2SP tlog-checkpoint): the log, its number of entries, the RFC 9162 root
 * over their hashes and, on an extension line, the head of the hash chain.
 */
export interface Checkpoint {
  /** The name of the log and of its key. */
  readonly origin: string;
  /** Position and hash of the last entry: the position is the size. */
  readonly head: ChainHead;
  readonly root: Hash;
}

/** A checkpoint with its signed note. */
export interface SignedCheckpoint extends Checkpoint {
  readonly note: string;
  /** The key whose signature was verified. */
  readonly verifierKey: string;
}

/** A note that is not a valid checkpoint. */
export interface BadNote {
  readonly code:
    /** None of the given keys signed the note, or the signature is invalid. */
    | "signature"
    /** The note is signed, but is not a checkpoint of the log whose key signed it. */
    | "schema";
}

/** Signs a checkpoint. Equal checkpoints have equal bytes under any signer. */
export async function signCheckpoint(
  { head: { seq, hash }, root }: Omit<Checkpoint, "origin">,
  signer: NoteSigner,
): Promise<string> {
  const origin = parseVerifierKey(signer.verifierKey)?.name;
  return await signNote(`${origin}\n${seq}\n${root.toBase64()}\nhead ${hash}\n`, signer);
}

/** Verifies the signature of a checkpoint and parses it. Does not verify the root. */
export async function openCheckpoint(
  note: string,
  verifierKeys: readonly string[],
): Promise<Result<SignedCheckpoint, BadNote>> {
  const opened = await openNote(note, verifierKeys);
  if (opened === null) return refuse({ code: "signature" });
  const { text, verifierKey } = opened;
  const [, origin = "", size = "", root = "", hash = ""] =
    /^([^\n]+)\n([1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\nhead ([0-9a-f]{64})\n$/.exec(text) ?? [];
  const seq = Number(size);
  if (parseVerifierKey(verifierKey)?.name !== origin) return refuse({ code: "schema" });
  return Number.isSafeInteger(seq)
    ? ok({ origin, head: { seq, hash }, root: Uint8Array.fromBase64(root), note, verifierKey })
    : refuse({ code: "schema" });
}

import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { ok, type Result } from "../../../base/result.ts";
import { BadBackupError, changed } from "../../../kv/copying/bad_backup.ts";
import { type CommandRefusal, failed } from "../../command/command.ts";

/**
 * Files in the age format (age-encryption.org/v1), gzip inside: `age -d -i IDENTITY FILE | gunzip`
 * opens them too. This module alone names the library.
 */

/** First bytes of every such file that is not armored. */
const magic = "age-encryption.org/v1\n";

/** A key pair: who has the identity reads what is encrypted to the recipient. */
export interface AgeKey {
  /** `AGE-SECRET-KEY-1...` */
  readonly identity: string;
  /** `age1...` */
  readonly recipient: string;
}

/** Makes a key pair of X25519, as `age-keygen` does. */
export async function makeAgeKey(): Promise<AgeKey> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Whether a text is a recipient that can be encrypted to. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/** The identities of a file as `age-keygen` writes it: one a line, `#` begins a comment. */
export async function readIdentities(
  path: string,
): Promise<Result<readonly string[], CommandRefusal>> {
  const text = await Deno.readTextFile(path).catch(() => null);
  if (text === null) return failed(`Cannot read ${path}`);
  const lines = text.split("\n").map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const decrypter = new Decrypter();
  try {
    for (const line of lines) decrypter.addIdentity(line);
  } catch {
    return failed(`${path}: no age identity (AGE-SECRET-KEY-1...)`);
  }
  return lines.length > 0 ? ok(lines) : failed(`${path}: no age identity (AGE-SECRET-KEY-1...)`);
}

/**
 * Writes an encrypted file, beside its place first: half of one is never taken for a backup. What was
 * written beside it by a run that was killed is written over.
 *
 * @param confirm says at the end whether the file shall take its place
 * @returns its size in bytes; null when it was not confirmed
 * @throws Error when something stands at the place, or writing fails: nothing is left behind
 */
export async function writeEncrypted(
  path: string,
  { recipients, bytes, confirm }: {
    readonly recipients: readonly string[];
    readonly bytes: AsyncIterable<Uint8Array<ArrayBuffer>>;
    readonly confirm: () => Promise<boolean>;
  },
): Promise<number | null> {
  if (await Deno.lstat(path).then(() => true, () => false)) {
    throw new Error(`${path} is there already: a backup is never written over`);
  }
  const beside = `${path}.part`;
  await Deno.remove(beside).catch(() => {});
  let isOurs = true;
  try {
    using file = await Deno.open(beside, { write: true, createNew: true, mode: 0o600 });
    const encrypter = new Encrypter();
    for (const recipient of recipients) encrypter.addRecipient(recipient);
    const compressed = ReadableStream.from(bytes).pipeThrough(new CompressionStream("gzip"));
    const encrypted = await encrypter.encrypt(compressed);
    for await (const chunk of encrypted) await writeAll(file, chunk);
    const { size } = await file.stat();
    await file.sync();
    if (!await confirm()) {
      await Deno.remove(beside);
      return null;
    }
    // Another run for the same place has removed ours, and its own is not whole.
    isOurs = (await Deno.stat(beside)).ino === (await file.stat()).ino;
    if (!isOurs) {
      throw new Error(`${beside} is being written by another backup`);
    }
    await Deno.rename(beside, path);
    return size;
  } catch (fault) {
    if (isOurs) await Deno.remove(beside).catch(() => {});
    throw fault;
  }
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    written += await file.write(bytes.subarray(written));
  }
}

/**
 * Reads the content of an encrypted file.
 *
 * @param onBytes receives how many bytes of the file were read
 * @throws BadBackupError when it is no such file, no identity opens it, it ends early or was changed
 */
export async function* readEncrypted(
  path: string,
  { identities, onBytes }: {
    readonly identities: readonly string[];
    readonly onBytes: (count: number) => void;
  },
): AsyncGenerator<Uint8Array> {
  const file = await Deno.open(path);
  const source = counted(file, onBytes);
  try {
    const decrypter = new Decrypter();
    for (const identity of identities) decrypter.addIdentity(identity);
    let decrypted: ReadableStream<Uint8Array>;
    try {
      decrypted = await decrypter.decrypt(ReadableStream.from(source));
    } catch (cause) {
      throw cause instanceof BadBackupError ? cause : new BadBackupError(
        "none of the identities opens it, or its beginning was changed",
        { cause },
      );
    }
    yield* whole(decrypted.pipeThrough(new DecompressionStream("gzip") as Gunzip));
  } finally {
    await source.return(undefined);
    file.close();
  }
}

type Gunzip = ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array>;

/** Reports what the cipher or the compression finds wrong by what it means. */
async function* whole(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const next = await reader.read().catch((cause) => {
        throw cause instanceof BadBackupError ? cause : changed(cause);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Bytes that are read at a time. */
const readBytes = 262_144;

async function* counted(
  file: Deno.FsFile,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let isFirst = true;
  for (;;) {
    const buffer = new Uint8Array(readBytes);
    const count = await file.read(buffer);
    if (count === null) return;
    if (isFirst && new TextDecoder().decode(buffer.subarray(0, magic.length)) !== magic) {
      throw new BadBackupError("it is no age file");
    }
    isFirst = false;
    onBytes(count);
    yield buffer.subarray(0, count);
  }
}

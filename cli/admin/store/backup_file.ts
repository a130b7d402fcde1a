import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { ok, type Result } from "../../../base/result.ts";
import { BadBackupError, changed } from "../../../kv/copying/bad_backup.ts";
import { type CommandRefusal, failed } from "../../command/command.ts";

/**
 * Files in the age format (age-encryption.org/v1) with gzip inside: `age -d -i IDENTITY FILE |
 * gunzip` opens them too. Only this module uses the library.
 */

/** First bytes of every binary (not armored) file. */
const magic = "age-encryption.org/v1\n";

/** A key pair: data encrypted to the recipient can be decrypted by the identity. */
export interface AgeKey {
  /** `AGE-SECRET-KEY-1...` */
  readonly identity: string;
  /** `age1...` */
  readonly recipient: string;
}

/** Makes an X25519 key pair, like `age-keygen`. */
export async function makeAgeKey(): Promise<AgeKey> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Whether a text is a valid recipient. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads the identities of a file in the form of `age-keygen`: one a line, `#` begins a comment. */
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
 * Writes an encrypted file under a temporary name first, so that a partial one is never taken for a
 * backup. The temporary file of a killed run is overwritten.
 *
 * @param confirm decides at the end whether the file takes its final name
 * @returns its size in bytes; null if not confirmed
 * @throws Error when the file exists, or writing fails; no temporary file remains
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
    throw new Error(`${path} exists already: a backup is never overwritten`);
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
 * @param onBytes receives the number of bytes read from the file
 * @throws BadBackupError when the file is not one, no identity opens it, or it was cut or changed
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
        "no identity opens it, or its beginning was changed",
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

/** Converts errors of the cipher or the compression to their meaning. */
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
      throw new BadBackupError("it is not an age file");
    }
    isFirst = false;
    onBytes(count);
    yield buffer.subarray(0, count);
  }
}

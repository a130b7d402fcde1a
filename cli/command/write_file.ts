/**
 * Writes a file whole or not at all: beside it first, then over it. A reader meanwhile sees
 * the old file or the new one.
 *
 * @param mode permissions of a file that holds personal data or keys; by default those of the process
 * @throws Error when the folder can't be written; the file is then as it was
 */
export async function writeFileWhole(
  path: string,
  bytes: Uint8Array,
  mode = 0o666,
): Promise<void> {
  const beside = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    const file = await Deno.open(beside, { write: true, createNew: true, mode });
    try {
      for (let written = 0; written < bytes.length;) {
        written += await file.write(bytes.subarray(written));
      }
      await file.syncData();
    } finally {
      file.close();
    }
    await Deno.rename(beside, path);
  } catch (thrown) {
    await Deno.remove(beside).catch(() => {});
    throw thrown;
  }
}

/** Writes a file that everyone may read, whatever the file mode mask of the publisher. */
export async function writeForAll(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await writeFileWhole(path, bytes);
  await Deno.chmod(path, 0o644);
}

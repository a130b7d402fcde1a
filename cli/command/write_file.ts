/**
 * Writes a file atomically: under a temporary name first, then renamed. Concurrent readers see the
 * old file or the new one.
 *
 * @param mode permissions of a file that holds personal data or keys; default: those of the process
 * @throws Error when the folder is not writable; the file is then unchanged
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

/** Writes a file that all users may read, whatever the publisher's file mode mask. */
export async function writeForAll(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await writeFileWhole(path, bytes);
  await Deno.chmod(path, 0o644);
}

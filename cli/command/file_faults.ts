/** Whether an error means that a file is missing or unreadable; the error names the path. */
export function isFileFault(thrown: unknown): thrown is Error {
  const { NotFound, PermissionDenied, NotCapable, IsADirectory, Interrupted } = Deno.errors;
  return [NotFound, PermissionDenied, NotCapable, IsADirectory, Interrupted].some((one) =>
    thrown instanceof one
  );
}

/** Whether a file to be written is one of those that are read. */
export async function isOneOf(out: string, paths: readonly string[]): Promise<boolean> {
  const real = async (path: string) => await Deno.realPath(path).catch(() => null);
  const target = await real(out);
  if (target === null) return false;
  return (await Promise.all(paths.map(real))).includes(target);
}

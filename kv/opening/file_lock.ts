import { makeFile } from "./open_store.ts";

/** Maximum waits for a server that is ending, and milliseconds of one wait. */
const waitsMax = 20;
const waitMilliseconds = 50;

/**
 * Locks a store's file for one server: two servers on one file are correct, but half of their
 * commits would find the database locked. The operating system holds the lock, on a separate file,
 * and releases it when the process ends in any way; SQLite's own locks are not affected. Operator
 * commands do not take the lock: they run in parallel to a server, and the store retries while it
 * is busy.
 *
 * @param location the store's file, which is made if missing
 * @throws Error that names the process with the lock, and the remedy
 */
export async function lockForServer(location: string): Promise<void> {
  await makeFile(location);
  // By the file's real name, or another path to it would be another lock.
  const path = `${await Deno.realPath(location)}.lock`;
  const file = await Deno.open(path, { create: true, read: true, write: true, mode: 0o600 });
  // Not `tryLock()`, which the oldest runtime that we support does not have. Many short waits and not
  // one long one: a process that gets no processor for a second sees both at once, and the lock first.
  const locked = file.lock(true).then(() => "locked" as const);
  let first: "locked" | "late" = "late";
  for (let waits = 0; waits < waitsMax && first === "late"; waits++) {
    first = await Promise.race([locked, soon()]);
  }
  if (first === "late") {
    const holder = (await Deno.readTextFile(path)).trim();
    throw new Error(
      `AVAL_KV: another server (process ${holder}) uses ${location}; stop it, or give this one a store of its own`,
    );
  }
  await file.truncate();
  await file.write(new TextEncoder().encode(`${Deno.pid}\n`));
}

function soon(): Promise<"late"> {
  return new Promise((resolve) => setTimeout(() => resolve("late"), waitMilliseconds));
}

import { makeFile } from "./open_store.ts";

/** How often to wait for a server that is just ending, and milliseconds of one wait. */
const waitsMax = 20;
const waitMilliseconds = 50;

/**
 * Keeps a store's file for one server: two on one file are exact, but half of their commits find the
 * database locked. The lock is the operating system's, on a file beside it, and ends with the
 * process, however that ends; SQLite's own locks on the file itself are not touched. Operator
 * commands do not take it: they work beside a server, and the store tries again while it is busy.
 *
 * @param location the store's file, which is made when it is not there
 * @throws Error that says which process has it, and what to do
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

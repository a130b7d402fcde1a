import { DatabaseSync } from "node:sqlite";

/** Milliseconds to wait for another process's lock. */
const busyMilliseconds = 5_000;
/** Bytes of one value that fills free pages. */
const fillerBytes = 100_000_000;

/** Another process continuously reads or writes the file or its journal. */
export class StoreBusyError extends Error {
  /** Makes a message with the remedy. */
  constructor() {
    super("The file is in use by another process: try again, or stop the servers first");
    this.name = "StoreBusyError";
  }
}

/**
 * Removes deleted data from a file of Deno KV: SQLite leaves them in free space and in the journal
 * next to the file. Servers may run meanwhile; their writes wait.
 *
 * @throws StoreBusyError when another process prevents it
 */
export function compactFile(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${busyMilliseconds}; PRAGMA secure_delete = ON`);
    try {
      database.exec("VACUUM");
    } catch (fault) {
      // Deno 2.5 lets no connection attach what VACUUM writes into.
      if (!String(fault).includes("attached databases")) throw fault;
      rewrite(database);
    }
    const [journal] = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
    if (journal?.["busy"] !== 0) throw new StoreBusyError();
  } catch (fault) {
    throw String(fault).includes("is locked") ? new StoreBusyError() : fault;
  } finally {
    database.close();
  }
}

/**
 * Overwrites all free pages with zeros, and writes every value anew: the file does not become
 * smaller.
 */
function rewrite(database: DatabaseSync): void {
  const numberOf = (pragma: string) =>
    Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  database.exec("BEGIN IMMEDIATE; CREATE TABLE compact_filler (zeros)");
  try {
    const fill = database.prepare("INSERT INTO compact_filler VALUES (zeroblob(?))");
    for (let free = 0; (free = numberOf("freelist_count")) > 0;) {
      fill.run(Math.min(free * numberOf("page_size"), fillerBytes));
    }
    database.exec(`
      DROP TABLE compact_filler;
      CREATE TABLE compact_kv AS SELECT * FROM kv;
      DELETE FROM kv;
      INSERT INTO kv SELECT * FROM compact_kv;
      DROP TABLE compact_kv;
      COMMIT`);
  } catch (fault) {
    database.exec("ROLLBACK");
    throw fault;
  }
}

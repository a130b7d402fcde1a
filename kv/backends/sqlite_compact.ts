import { DatabaseSync } from "node:sqlite";

/** Milliseconds to wait for a lock that another process holds. */
const busyMilliseconds = 5_000;
/** Bytes of one value that fills free pages. */
const fillerBytes = 100_000_000;

/** Another process reads or writes the file, or its journal, all the time. */
export class StoreBusyError extends Error {
  /** Names what to do. */
  constructor() {
    super("The file is in use by another process: try again, or stop the servers first");
    this.name = "StoreBusyError";
  }
}

/**
 * Takes what was deleted out of a file of Deno KV: SQLite leaves it in free space and in the journal
 * beside the file. Servers may go on; their writes wait meanwhile.
 *
 * @throws StoreBusyError where another process does not let it
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

/** Writes zeros over all free pages, and every value anew: the file has the size of before at least. */
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

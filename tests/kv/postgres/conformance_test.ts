import type { Isolation } from "../../../kv/backends/postgres/connection.ts";
import { openPostgres } from "../../../kv/backends/postgres/open_postgres.ts";
import { fixedClock } from "../../support/clock.ts";
import { emptyDatabase, needsPostgres } from "../../support/postgres.ts";
import { noPause } from "../../support/store.ts";
import { conformance } from "../conformance.ts";

const levels: readonly Isolation[] = ["read committed", "repeatable read", "serializable"];

if (needsPostgres("the conformance suite, three times") !== undefined) {
  for (const isolation of levels) {
    conformance({
      name: `PostgreSQL, ${isolation}`,
      lasting: true,
      prepare: async () => {
        const database = await emptyDatabase();
        const random = {
          bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
        };
        const tools = { clock: fixedClock(), random, pause: noPause };
        return {
          open: () => openPostgres({ ...tools, location: database.url, isolation }),
          remove: async () => await database[Symbol.asyncDispose](),
        };
      },
    });
  }
}

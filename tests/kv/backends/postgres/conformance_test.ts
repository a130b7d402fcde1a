import type { Isolation } from "../../../../kv/backends/postgres/library.ts";
import { emptyDatabase, needsPostgres, openBackend } from "../../../support/postgres.ts";
import { conformance } from "../conformance.ts";

const levels: readonly Isolation[] = ["read committed", "repeatable read", "serializable"];

if (needsPostgres("the conformance suite, three times") !== undefined) {
  for (const isolation of levels) {
    conformance({
      name: `PostgreSQL, ${isolation}`,
      lasting: true,
      prepare: async () => {
        const database = await emptyDatabase();
        return {
          address: { location: database.url },
          open: () => openBackend(database, { isolation }),
          remove: async () => await database[Symbol.asyncDispose](),
        };
      },
    });
  }
}

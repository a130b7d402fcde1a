import type { Isolation } from "../../../../kv/backends/postgres/library.ts";
import { emptyDatabase, needsPostgres, openBackend } from "../../../support/postgres.ts";
import { conformance } from "../conformance.ts";

const levels: readonly Isolation[] = ["read committed", "repeatable read", "serializable"];

const ways = [
  ...levels.map((isolation) => ({ name: isolation, isolation })),
  { name: "two round trips", isolation: "read committed" as const, commitsAtOnce: false },
];

if (needsPostgres("the conformance suite, four times") !== undefined) {
  for (const { name, ...way } of ways) {
    conformance({
      name: `PostgreSQL, ${name}`,
      lasting: true,
      prepare: async () => {
        const database = await emptyDatabase();
        return {
          address: { location: database.url },
          open: () => openBackend(database, way),
          remove: async () => await database[Symbol.asyncDispose](),
        };
      },
    });
  }
}

import assert from "node:assert/strict";
import { kindOf } from "../../../kv/store/location.ts";

Deno.test("kindOf() takes no URL for a file, however its scheme is written", () => {
  const cases = {
    ":memory:": "memory",
    ".aval/kv.sqlite3": "file",
    "http://127.0.0.1:4512": "kv_connect",
    "HTTPS://kv.example/connect": "kv_connect",
    "postgresql://db/aval": "postgres",
    "Postgres://db/aval": "postgres",
  };
  for (const [location, kind] of Object.entries(cases)) assert.equal(kindOf(location), kind);
});

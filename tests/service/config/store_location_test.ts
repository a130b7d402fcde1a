import assert from "node:assert/strict";
import { lacksAccessToken, readStoreLocation } from "../../../service/config/store_location.ts";

Deno.test("readStoreLocation() takes no URL for a file, however its scheme is written", () => {
  const cases = {
    ":memory:": "memory",
    ".aval/kv.sqlite3": "file",
    "http://127.0.0.1:4512": "kv_connect",
    "HTTPS://kv.example/connect": "kv_connect",
    "postgresql://db/aval": "postgres",
    "Postgres://db/aval": "postgres",
  };
  for (const [text, kind] of Object.entries(cases)) {
    const read = readStoreLocation(text, {});
    assert.equal(read.ok && read.value.kind, kind, text);
  }
});

Deno.test("readStoreLocation() takes token and login from their variables", () => {
  const server = readStoreLocation("https://kv.example", { DENO_KV_ACCESS_TOKEN: "token" });
  assert(server.ok && server.value.kind === "kv_connect");
  assert.equal(server.value.accessToken, "token");
  assert(!lacksAccessToken(server.value));
  const bare = readStoreLocation("https://kv.example", { DENO_KV_ACCESS_TOKEN: "" });
  assert(bare.ok && lacksAccessToken(bare.value));
  const logins = [
    { variables: { PGUSER: "b" }, expected: ["b", null] },
    { variables: { PGUSERNAME: "a", PGUSER: "b", PGPASSWORD: "c" }, expected: ["a", "c"] },
    { variables: { PGUSERNAME: "", PGUSER: "b", PGPASSWORD: "" }, expected: ["b", null] },
  ];
  for (const { variables, expected } of logins) {
    const read = readStoreLocation("postgres://db.example/aval", variables);
    assert(read.ok && read.value.kind === "postgres");
    assert.deepEqual([read.value.address.user, read.value.address.password], expected);
  }
});

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

Deno.test("readStoreLocation() takes the token by the name that any platform lets be set", () => {
  const tokenOf = (variables: Readonly<Record<string, string>>) => {
    const read = readStoreLocation("https://kv.example", variables);
    return read.ok && read.value.kind === "kv_connect" && read.value.accessToken;
  };
  assert.equal(tokenOf({ AVAL_KV_TOKEN: "ours" }), "ours");
  assert.equal(tokenOf({ AVAL_KV_TOKEN: "ours", DENO_KV_ACCESS_TOKEN: "denos" }), "ours");
  assert.equal(tokenOf({ AVAL_KV_TOKEN: "", DENO_KV_ACCESS_TOKEN: "denos" }), "denos");
});

Deno.test("readStoreLocation() takes postgres: as the database that the PG* variables name", () => {
  const linked = { PGHOST: "db.example", PGPORT: "6432", PGDATABASE: "a b", PGUSER: "u" };
  const read = readStoreLocation("postgres:", { ...linked, PGPASSWORD: "p%/@" });
  assert(read.ok && read.value.kind === "postgres");
  assert.deepEqual(read.value.address, {
    host: "db.example",
    port: 6432,
    database: "a b",
    user: "u",
    password: "p%/@",
    tls: { kind: "verify-full", rootsFile: null },
  });
  const plain = readStoreLocation("postgres:?sslmode=require", { PGHOST: "::2", PGDATABASE: "d" });
  assert(plain.ok && plain.value.kind === "postgres");
  const { host, port, tls } = plain.value.address;
  assert.deepEqual([host, port, tls], ["::2", 5432, { kind: "require" }]);
  const refused = [
    { variables: {}, says: /needs PGHOST and PGDATABASE, which is not set/ },
    { variables: { ...linked, PGHOST: "" }, says: /needs PGHOST, which/ },
    { variables: { ...linked, PGPORT: "x" }, says: /PGPORT is not a port/ },
  ];
  for (const { variables, says } of refused) {
    const { ok, refusal } = readStoreLocation("postgres:", variables) as {
      readonly ok: boolean;
      readonly refusal?: { readonly problems: readonly string[] };
    };
    assert.equal(ok, false);
    assert.match(refusal?.problems.join() ?? "", says);
  }
});

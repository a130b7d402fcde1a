import assert from "node:assert/strict";
import { readPostgresAddress } from "../../../service/config/postgres_address.ts";
import { postgresAt } from "../../support/store_location.ts";

const nobody = { user: null, password: null };

Deno.test("readPostgresAddress() encrypts and verifies, but on this machine", async (t) => {
  const verified = { kind: "verify-full", rootsFile: null };
  const cases = [
    { why: "elsewhere", address: "postgres://u@db.example/d", tls: verified },
    { why: "named so", address: "postgresql://u@localhost/d?sslmode=verify-full", tls: verified },
    { why: "this machine", address: "postgres://u@127.0.0.1/d", tls: { kind: "disable" } },
    { why: "its IPv6 address", address: "postgres://u@[::1]:5433/d", tls: { kind: "disable" } },
    { why: "its name", address: "postgres://u@localhost/d", tls: { kind: "disable" } },
    {
      why: "a name that only looks like it",
      address: "postgres://u@localhost.example/d",
      tls: verified,
    },
    {
      why: "an address that only looks like it",
      address: "postgres://u@127.0.0.1.example/d",
      tls: verified,
    },
    {
      why: "plain on demand",
      address: "postgres://u@db.example/d?sslmode=disable",
      tls: { kind: "disable" },
    },
    {
      why: "unverified on demand",
      address: "postgres://u@db.example/d?sslmode=require",
      tls: { kind: "require" },
    },
    {
      why: "own roots",
      address: "postgres://u@db.example/d?sslrootcert=/etc/db.pem",
      tls: { kind: "verify-full", rootsFile: "/etc/db.pem" },
    },
    {
      why: "the system's roots",
      address: "postgres://u@db.example/d?sslmode=verify-full&sslrootcert=system",
      tls: verified,
    },
  ];
  for (const { why, address, tls } of cases) {
    await t.step(why, () => assert.deepEqual(postgresAt(address).tls, tls));
  }
});

Deno.test("readPostgresAddress() reads what is written, decoded", () => {
  assert.deepEqual(postgresAt("postgres://a%40b:p%2F%3A@[2001:db8::1]:6000/my%20data"), {
    host: "2001:db8::1",
    port: 6000,
    database: "my data",
    user: "a@b",
    password: "p/:",
    tls: { kind: "verify-full", rootsFile: null },
  });
  const { user, password, port } = postgresAt("postgres://localhost/d");
  assert.deepEqual([user, password, port], [null, null, 5432]);
});

Deno.test("readPostgresAddress() takes the login of the environment where the address has none", () => {
  const login = { user: "aval", password: "from PGPASSWORD" };
  const bare = readPostgresAddress("postgres://localhost/d", login);
  assert(bare.ok);
  assert.deepEqual([bare.value.user, bare.value.password], ["aval", "from PGPASSWORD"]);
  const whole = readPostgresAddress("postgres://u:p@localhost/d", login);
  assert(whole.ok);
  assert.deepEqual([whole.value.user, whole.value.password], ["u", "p"]);
});

Deno.test("readPostgresAddress() says what is wrong and repeats no secret", async (t) => {
  const cases = [
    { address: "postgres://u:t0psecret@", says: /such as postgres:/ },
    { address: "postgres://u:t0psecret@h", says: /such as postgres:/ },
    { address: "postgres://u:t0psecret@h/", says: /such as postgres:/ },
    { address: "postgres:///d", says: /such as postgres:/ },
    { address: "postgres://u:t0psecret@h/d?sslmode=prefer", says: /expected sslmode=/ },
    { address: "postgres://u:t0psecret@h/d?sslmode=allow", says: /expected sslmode=/ },
    { address: "postgres://u:t0psecret@h/d?sslmode=verify-ca", says: /expected sslmode=/ },
    { address: "postgres://u:t0psecret@h/d?sslmode=", says: /expected sslmode=/ },
    { address: "postgres://u:t0psecret@h/d?ssl=t0psecret", says: /only sslmode and sslrootcert/ },
    { address: "postgres://u:t0psecret@h/d?sslmode=disable&sslrootcert=x", says: /verify-full/ },
    { address: "postgres://u:t0psecret%@h/d", says: /write a "%" of the address as %25/ },
    { address: "mysql://u:t0psecret@h/d", says: /such as postgres:/ },
  ];
  for (const { address, says } of cases) {
    await t.step(address.replace("t0psecret", "..."), () => {
      const read = readPostgresAddress(address, nobody);
      assert(!read.ok);
      const [problem = "", ...others] = read.refusal.problems;
      assert.match(problem, says);
      assert(!problem.includes("t0psecret"));
      assert.deepEqual(others, []);
    });
  }
});

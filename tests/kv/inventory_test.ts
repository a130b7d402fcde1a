import assert from "node:assert/strict";
import { snapshotOfFile } from "../../kv/backends/sqlite_snapshot.ts";
import { putRecord } from "../support/clients.ts";
import { evidenceKeys } from "../support/evidence.ts";
import { CLEAR_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { ERIKA } from "../support/sandbox_wallet.ts";
import { serviceInMemory } from "../support/service.ts";
import { believingSandbox, present, start } from "../support/verifying.ts";

const root = new URL("../../", import.meta.url);

/** The kinds of keys that have a row in the inventory. */
async function inventory(): Promise<readonly string[]> {
  const text = await Deno.readTextFile(new URL("docs/data.md", root));
  return [...text.matchAll(/^\| `([a-z_]+)` +\|(?:[^|\n]+\|){6}$/gm)].map(([, kind]) => kind!);
}

async function modules(folder = "kv/"): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, root))) {
    // Backends keep whatever they are given.
    if (isDirectory && name !== "backends") found.push(...await modules(`${folder}${name}/`));
    if (name.endsWith(".ts")) {
      found.push(await Deno.readTextFile(new URL(`${folder}${name}`, root)));
    }
  }
  return found;
}

const sorted = (kinds: Iterable<string>) => [...new Set(kinds)].toSorted();

Deno.test("the data inventory has a row for every kind of key, and for no other", async () => {
  const sources = await modules();
  const rows = sources.flatMap((source) =>
    [...source.matchAll(/^ *\* .*?`\["([a-z_]+)"[,\]]/gm)].map(([, kind]) => kind!)
  );
  assert(rows.length > 20);
  assert.deepEqual(sorted(await inventory()), sorted(rows));
  const readme = await Deno.readTextFile(new URL("kv/README.md", root));
  const listed = [...readme.matchAll(/^\| `\["([a-z_]+)"/gm)].map(([, kind]) => kind!);
  assert.deepEqual(sorted(await inventory()), sorted(listed));
});

Deno.test("no code of the store begins a key with a kind that the inventory lacks", async () => {
  // What a cryptographic key may be used for also stands in lists (WebCrypto's KeyUsage).
  const known = [...await inventory(), "encrypt", "sign"];
  for (const source of await modules()) {
    const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").replace(/macOf\([^;]*?\]\)/g, "");
    const literals = [...code.matchAll(/(?<![\w\])>])\[\s*"([a-z][a-z_]*)"/g)];
    for (const [, kind] of literals) assert(known.includes(kind!), kind);
    const named = [...code.matchAll(/^export const \w+(?:Days|Hours) = "([a-z_]+)"/gm)];
    for (const [, kind] of named) assert(known.includes(kind!), kind);
  }
});

Deno.test("whatever a busy service stores has its row in the inventory", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  {
    await using service = await serviceInMemory({
      mode: "live",
      kv,
      policy: {},
      verifying: believingSandbox,
    });
    const acme = service.as("acme");
    const { publicJwk } = await evidenceKeys();
    await putRecord(service, "acme", { evidenceEncryptionKey: publicJwk });
    const started = await start(acme, "aml-identity");
    assert.equal((await present(service, started, { pid_aml_identity: ERIKA })).status, 200);
    const key = { "idempotency-key": "order-1" };
    await acme.post("/v1/screen", { name: CLEAR_NAME }, key);
    const { body } = await acme.post("/v1/screen", { name: POSSIBLE_NAME, mode: "sandbox" });
    const review = { decision: "escalated", notes: "x".repeat(2_000) };
    const reviewed = await acme.post(`/v1/screen/${body.meta.decisionId}/review`, review);
    assert.equal(reviewed.status, 200);
    await acme.get("/v1/screen/gdpr/export");
    for (let hour = 0; hour < 30; hour++) {
      // A token lives for an hour; another role makes another one.
      const again = service.as("acme", { roles: [`${hour}`] });
      for (let request = 0; request < (hour === 29 ? 150 : 5); request++) {
        await again.get("/v1/lists");
      }
      await service.runMaintenance();
      service.clock.advance({ hours: 1 });
    }
  }
  const stored = new Set<string>();
  for await (const { key } of snapshotOfFile(kv)) stored.add(key[0]);
  const known = await inventory();
  for (const kind of stored) assert(known.includes(kind), kind);
  // Read only, seldom there at all, or gone again after a minute of a slow machine.
  const seldom = [
    "anomaly_told",
    "audit_outbox",
    "chunk",
    "incomplete",
    "rate_limit",
    "store_probe",
  ];
  const missed = known.filter((kind) => !stored.has(kind) && !seldom.includes(kind));
  assert.deepEqual(missed, [], "the test's service stores nothing of these kinds");
  await Deno.remove(folder, { recursive: true });
});

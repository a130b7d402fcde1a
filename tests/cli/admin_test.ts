import assert from "node:assert/strict";
import { z } from "zod";
import { runAdmin } from "../support/admin.ts";
import { LinkedEntry } from "../../core/audit/entry.ts";
import { openAccessTokens } from "../../kv/access/access_tokens.ts";
import { openAuditLog } from "../../kv/audit/audit_log.ts";
import { entryKey, treeKey } from "../../kv/audit/audit_records.ts";
import { put } from "../../kv/store/store.ts";
import { openUnits } from "../../kv/store/unit.ts";
import { folderOf } from "../support/folder.ts";
import { filePause, storeInMemory } from "../support/store.ts";

async function inFolder(run: (location: string) => Promise<void>): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await run(`${folder}/new/kv.sqlite3`);
}

async function call(location: string, ...args: readonly string[]) {
  return await runAdmin(location, args);
}

Deno.test("admin token mint prints a token that the service takes", async () => {
  await inFolder(async (location) => {
    const { status, out, err } = await call(
      location,
      ...["token", "mint", "--client", "acme", "--role", "kyb-reviewer"],
      ...["--role", "credentials-api-issuer", "--scope", "agent:read-only", "--ttl", "90s"],
    );
    assert.equal(status, 0, err);
    const token = out.trimEnd().split("\n").at(-1) ?? "";
    assert(!err.includes(token));
    await using service = await storeInMemory(location);
    const answer = await openAccessTokens(service).introspect(token);
    assert(answer.kind === "active");
    assert.equal(answer.clientId, "acme");
    assert.deepEqual(answer.roles, ["kyb-reviewer", "credentials-api-issuer"]);
    assert.deepEqual(answer.scopes, ["agent:read-only"]);
    assert.equal(answer.expiresAt.toString(), service.clock.now().add({ seconds: 90 }).toString());
  });
});

Deno.test("admin token mint works beside a server that has the file open", async () => {
  await inFolder(async (location) => {
    await using service = await storeInMemory(location);
    const { out } = await call(location, "token", "mint", "--client", "acme");
    const answer = await openAccessTokens(service).introspect(out.trim());
    assert(answer.kind === "active");
    assert.equal(answer.expiresAt.toString(), service.clock.now().add({ hours: 1 }).toString());
  });
});

Deno.test("admin audit verify prints entries, head and what waits, and names a bad entry", async () => {
  await inFolder(async (location) => {
    await using service = await storeInMemory(location);
    const { store } = service;
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const audit = openAuditLog({ ...service, log, pause: filePause });
    const units = openUnits(store);
    const record = async (count: number) => {
      const unit = units.begin();
      for (let n = 0; n < count; n++) {
        audit.record(unit, {
          kind: "SCREENING_REVIEWED",
          clientId: "acme",
          decisionId: `${n}`,
          reviewId: `${n}`,
          decision: "escalated",
        });
      }
      await units.commit(unit);
    };
    await record(3);
    await audit.drain();
    await record(2);
    const good = await call(location, "audit", "verify");
    const last = await store.get(LinkedEntry, entryKey(3));
    assert.equal(good.status, 0, good.err);
    assert.equal(
      good.out,
      `entries 3\nhead ${last?.value.hash}\npending 2\ncheckpoints 0\nsigned 0\nindexed 3\nsealed 3\nunsigned 3\noverdue 0\ngaps 0\nunproved 0\nverdict holds\n`,
    );

    const second = await store.get(LinkedEntry, entryKey(2));
    assert(second !== null);
    const { entry, hash } = second.value;
    await store.commit([second.set({ entry: { ...entry, id: "another" }, hash })]);
    const bad = await call(location, "audit", "verify");
    assert.deepEqual([bad.status, bad.out], [1, "verdict broken: entry 2, hash_mismatch\n"]);
    assert.match(bad.err, /does not hold: entry 2, hash_mismatch.*AvalAuditChainBroken/);

    await store.commit([put(z.unknown(), treeKey, 1)]);
    const unreadable = await call(location, "audit", "verify");
    assert.equal(unreadable.status, 1);
    assert.match(unreadable.out, /^verdict broken: tree at entry 1, tree_mismatch/);
  });
});

Deno.test("admin audit verify does not make a store that is not there", async () => {
  await inFolder(async (location) => {
    const { status, err } = await call(location, "audit", "verify");
    assert.equal(status, 1);
    assert.match(err, /No store at/);
    await assert.rejects(Deno.stat(location));
  });
});

Deno.test("admin refuses wrong usage with status 2 and touches nothing", async (t) => {
  const cases: readonly { readonly args: readonly string[]; readonly says: RegExp }[] = [
    { args: [], says: /Name a command: .*token mint.*audit verify/ },
    { args: ["token"], says: /Name a command: token mint, token list, token revoke\./ },
    { args: ["tokens"], says: /Name a command: .*token mint.*audit verify/ },
    { args: ["token", "melt"], says: /Unknown command "token melt"/ },
    { args: ["token", "mint"], says: /--client ID is needed/ },
    {
      args: ["token", "mint", "--client", "a", "--client", "b"],
      says: /--client ID is needed, once/,
    },
    { args: ["token", "mint", "--client", "ac me"], says: /visible ASCII/ },
    { args: ["token", "mint", "--client", "acme", "--role", "king"], says: /Unknown role "king"/ },
    { args: ["token", "mint", "--client", "acme", "--scope", `"`], says: /not an OAuth scope/ },
    { args: ["token", "mint", "--client", "acme", "--ttl", "1y"], says: /--ttl takes/ },
    { args: ["token", "mint", "--client", "acme", "--ttl", "0s"], says: /--ttl takes/ },
    { args: ["token", "mint", "--client", "acme", "--ttl", "367d"], says: /--ttl takes/ },
    { args: ["token", "mint", "--client", "acme", "--tll", "1h"], says: /'--tll'/ },
    { args: ["token", "mint", "acme"], says: /acme/ },
    { args: ["audit", "verify", "--key", "x"], says: /--key takes a verifier key/ },
    { args: ["audit", "checkpoint", "now"], says: /Unexpected argument "now"/ },
    { args: ["audit", "export"], says: /--out FILE or --out - is needed/ },
    { args: ["audit", "export", "--out", "-", "--client", "a b"], says: /visible ASCII/ },
    { args: ["audit", "verify", "all"], says: /Unexpected argument "all"/ },
  ];
  for (const { args, says } of cases) {
    await t.step(args.join(" "), () =>
      inFolder(async (location) => {
        const { status, out, err } = await call(location, ...args);
        assert.deepEqual([status, out], [2, ""]);
        assert.match(err, says);
        await assert.rejects(Deno.stat(location));
      }));
  }
});

Deno.test("admin --help prints the commands", async () => {
  const { status, out } = await call("none", "--help");
  assert.equal(status, 0);
  assert.match(out, /admin token mint[\s\S]*admin audit verify[\s\S]*AVAL_KV/);
});

import assert from "node:assert/strict";
import { runAdmin } from "../../../support/admin.ts";
import { defaultClientRecord } from "../../../../core/access/client_schema.ts";
import { ClientId } from "../../../../core/access/schema.ts";
import { mintAccessToken, openAccessTokens } from "../../../../kv/access/access_tokens.ts";
import { openClients } from "../../../../kv/access/clients.ts";
import { putRecord } from "../../../support/clients.ts";
import { folderOf } from "../../../support/folder.ts";
import { CLEAR_NAME } from "../../../support/names.ts";
import { runCli } from "../../../support/cli.ts";
import { startEmployer } from "../../../support/employing.ts";
import { serviceInMemory } from "../../../support/service.ts";
import { storeInMemory } from "../../../support/store.ts";

async function inFolder(run: (location: string) => Promise<void>): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await run(`${folder}/kv.sqlite3`);
}

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };

/** Runs the command, in a pipe or on a terminal. */
async function call(location: string, args: readonly string[], isTerminal = false) {
  return await runAdmin(location, args, { isTerminal });
}

Deno.test("admin token list shows client, scope and age of each token, and never a token", async () => {
  await inFolder(async (location) => {
    await using service = await storeInMemory(location);
    const { store, clock } = service;
    const mint = (clientId: string, seconds: number) =>
      mintAccessToken({ store, clock, random }, {
        clientId: ClientId.parse(clientId),
        roles: ["kyb-reviewer"],
        scopes: ["agent:read-only"],
        seconds,
      });
    const token = await mint("acme", 3_600);
    await mint("globex", 60);
    const listed = await call(location, ["token", "list"]);
    assert.equal(listed.status, 0, listed.err);
    const rows = listed.out.trimEnd().split("\n").map((line) => line.split("\t"));
    const now = clock.now();
    const acme = rows.find(([, client]) => client === "acme") ?? assert.fail();
    assert.match(acme[0] ?? "", /^[0-9a-f]{16}$/);
    assert.deepEqual(acme.slice(1), [
      "acme",
      "kyb-reviewer",
      "agent:read-only",
      "0 s",
      now.add({ seconds: 3_600 }).toString({ smallestUnit: "millisecond" }),
    ]);
    assert.equal(rows.length, 2);
    const person = await call(location, ["token", "list", "--client", "acme"], true);
    assert.match(person.out, /^ID +CLIENT +ROLES +SCOPES +AGE +EXPIRES\n[0-9a-f]{16} +acme +.*\n$/);
    const json = await call(location, ["token", "list", "--client", "acme", "--json"], true);
    assert.deepEqual(JSON.parse(json.out).scopes, ["agent:read-only"]);
    for (const { out, err } of [listed, person, json]) assert(!`${out}${err}`.includes(token));
  });
});

Deno.test("admin token revoke ends one token at once, by the ID that token list shows", async () => {
  await inFolder(async (location) => {
    await using service = await storeInMemory(location);
    const { store, clock } = service;
    const tokens = await Promise.all([1, 2].map(() =>
      mintAccessToken({ store, clock, random }, {
        clientId: ClientId.parse("acme"),
        roles: [],
        scopes: [],
        seconds: 60,
      })
    ));
    const { out } = await call(location, ["token", "list"]);
    const [id = ""] = out.split("\t");
    const revoked = await call(location, ["token", "revoke", id]);
    assert.deepEqual([revoked.status, revoked.out], [0, ""]);
    assert.match(revoked.err, /of acme is revoked/);
    const kinds = await Promise.all(
      tokens.map(async (token) =>
        (await openAccessTokens({ store, clock }).introspect(token)).kind
      ),
    );
    assert.deepEqual(kinds.toSorted(), ["active", "inactive"]);
    assert.equal((await call(location, ["token", "revoke", id])).status, 1);
    assert.equal((await call(location, ["token", "revoke", "abc"])).status, 2);
    assert.equal((await call(location, ["token", "revoke"])).status, 2);
  });
});

Deno.test("admin client delete is refused while anything is kept of the client", async (t) => {
  const kept = [
    {
      why: "an audit entry",
      make: async (location: string) => {
        await using service = await serviceInMemory({ kv: location });
        await service.as("acme").post("/v1/screen", { name: CLEAR_NAME });
      },
      says: /audit entries, decisions with their reviews, usage/,
    },
    {
      why: "a session",
      make: async (location: string) => {
        await using service = await serviceInMemory({ kv: location });
        const started = await service.as("acme").post("/v1/verify/sessions", {
          checkType: "age-verification",
          clientId: "acme",
        });
        assert.equal(started.status, 200, started.text);
      },
      says: /verification sessions/,
    },
    {
      why: "an employer's session",
      make: async (location: string) => {
        await using service = await serviceInMemory({ kv: location });
        await startEmployer(service.as("acme"));
      },
      says: /employer sessions/,
    },
    {
      why: "a token",
      make: async (location: string) => {
        await call(location, ["token", "mint", "--client", "acme"]);
      },
      says: /: tokens\./,
    },
  ];
  for (const { why, make, says } of kept) {
    await t.step(why, () =>
      inFolder(async (location) => {
        await call(location, ["client", "put", "acme"]);
        await make(location);
        const refused = await call(location, ["client", "delete", "acme"]);
        assert.equal(refused.status, 1);
        assert.match(refused.err, says);
        assert.match((await call(location, ["client", "list"])).out, /"acme"/);
      }));
  }
  await t.step("nothing: it is deleted", () =>
    inFolder(async (location) => {
      await call(location, ["client", "put", "acme"]);
      const deleted = await call(location, ["client", "delete", "acme"]);
      assert.deepEqual([deleted.status, deleted.out], [0, ""]);
      await using service = await storeInMemory(location);
      assert.equal(await openClients(service.store).find(ClientId.parse("acme")), null);
      assert.equal((await call(location, ["client", "delete", "acme"])).status, 1);
    }));
});

Deno.test("every list of admin has a header on a terminal, and --json", async () => {
  await inFolder(async (location) => {
    await call(location, ["client", "put", "acme"]);
    await call(location, ["token", "mint", "--client", "acme"]);
    {
      await using _service = await serviceInMemory({ kv: location });
    }
    const lists = [
      {
        noun: "client",
        header: /^CLIENT +STATUS +BY +SOURCES +DOMAIN +LIMITS\nacme +ACTIVE +- +anywhere/,
      },
      { noun: "token", header: /^ID +CLIENT +ROLES/ },
      {
        noun: "keys",
        header: /^PURPOSE +ID +STATE +MADE +RETIRED +REVOCABLE FROM +SECRET +OPENED BY\n/,
      },
    ];
    for (const { noun, header } of lists) {
      const person = await call(location, [noun, "list"], true);
      assert.match(person.out, header, person.err);
      const json = await call(location, [noun, "list", "--json"], true);
      for (const line of json.out.trimEnd().split("\n")) assert(JSON.parse(line) !== null);
      const piped = await call(location, [noun, "list"]);
      assert.doesNotMatch(piped.out, /^(?:CLIENT|ID|PURPOSE)/);
    }
  });
});

Deno.test("a reader that goes is no error of a command", async () => {
  await inFolder(async (location) => {
    for (let n = 0; n < 3; n++) await call(location, ["client", "put", `client-${n}`]);
    const script = new URL("../../../../cli/admin.ts", import.meta.url).pathname;
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-check",
        "--cached-only",
        "--no-prompt",
        "--allow-all",
        script,
        "client",
        "list",
      ],
      env: { AVAL_KV: location },
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    // It goes before anything is written: the start of the process takes longer.
    await child.stdout.cancel();
    const [{ code }, said] = await Promise.all([
      child.status,
      new Response(child.stderr).text(),
    ]);
    assert.deepEqual([code, said], [0, ""]);
    assert.equal((await runCli("admin", ["client", "list"], { AVAL_KV: location })).code, 0);
  });
});

Deno.test("admin token mint warns where an employer's key has no KYB application", async () => {
  await inFolder(async (location) => {
    await using service = await storeInMemory(location);
    const mint = (client: string, role: string) =>
      call(location, ["token", "mint", "--client", client, "--role", role]);
    const record = { ...defaultClientRecord, kybApplicationId: "application-1" };
    await putRecord(service, "globex", record);
    const unknown = await mint("acme", "credentials-api-verifier");
    assert.equal(unknown.status, 0);
    assert.match(unknown.err, /^acme has no kybApplicationId: .+ passed KYB\n/);
    for (
      const quiet of [
        await mint("globex", "credentials-api-verifier"),
        await mint("acme", "credentials-api-client"),
      ]
    ) {
      assert.equal(quiet.status, 0);
      assert.doesNotMatch(quiet.err, /KYB/);
    }
  });
});

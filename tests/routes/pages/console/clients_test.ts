import assert from "node:assert/strict";
import { ClientId } from "../../../../core/access/schema.ts";
import type { AuditEvent } from "../../../../core/audit/event.ts";
import { mintAccessToken } from "../../../../kv/access/access_tokens.ts";
import { accessTokens, clientAccessTokens } from "../../../../kv/access/token_keys.ts";
import { openClients } from "../../../../kv/access/clients.ts";
import type { Key } from "../../../../kv/store/key.ts";
import { screeningDecisions } from "../../../../kv/screening/decisions.ts";
import { removeAll } from "../../../../kv/store/remove_all.ts";
import type { Backend } from "../../../../kv/store/backend.ts";
import { putRecord } from "../../../support/clients.ts";
import {
  consoleOf,
  type ConsolePerson,
  sandboxConsole,
  serviceWithConsole,
} from "../../../support/console.ts";
import { heldWrites } from "../../../support/held_writes.ts";
import type { TestService } from "../../../support/service.ts";

const pageOf = (clientId: string) => `/console/client?clientId=${encodeURIComponent(clientId)}`;
const record = "/console/client/record";
const tokens = "/console/client/tokens";
const defaults = {
  ipAllowlist: "",
  allowedDomain: "",
  returnOrigins: "",
  fourEyes: "none",
  dueHours: "72",
  make: "yes",
  subjectUrlTemplate: "",
  others: "{}",
};

/** The name of the record shown on a client's page. */
async function seenBy(person: ConsolePerson, clientId: string): Promise<string> {
  const { html } = await person.get(pageOf(clientId));
  return /name="seen" value="([0-9a-f]{64})"/.exec(html)![1]!;
}

/** Entries of a kind, with their members. */
async function entries(service: TestService, kind: AuditEvent["kind"]) {
  return (await service.auditEvents()).filter((event) => event.kind === kind)
    .map(({ kind: _, ...members }) => members as Readonly<Record<string, unknown>>);
}

Deno.test("/console/client: a record is put as client put does, under the person's name", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const fields = { ...defaults, clientId: "acme", seen: await seenBy(ann, "acme") };
  const put = await ann.submit(pageOf("acme"), record, {
    ...fields,
    ipAllowlist: "192.0.2.0/24\n2001:db8::1",
    fourEyes: "all",
    monitoring: "yes",
    subjectUrlTemplate: " https://crm.example/c/{subjectRef} ",
    others: JSON.stringify({ academicIssuerId: "uni" }),
  });
  assert.deepEqual([put.status, put.location], [303, pageOf("acme")]);
  const shown = await ann.get(pageOf("acme"));
  assert.ok(shown.html.includes("192.0.2.0/24"));
  assert.ok(shown.html.includes("&quot;academicIssuerId&quot;: &quot;uni&quot;"));
  assert.ok((await ann.get("/console/clients")).html.includes(">acme</a>"));
  // Its source restriction holds for its requests.
  assert.equal((await service.as("acme").get("/v1/screen/decisions")).status, 403);
  assert.deepEqual(await entries(service, "CLIENT_CHANGED"), [{
    clientId: "acme",
    change: "registered",
    status: "ACTIVE",
    members: [
      ...["ipAllowlist", "academicIssuerId", "fourEyes", "monitoring"],
      "subjectUrlTemplate",
    ],
    operator: "ann",
  }]);
  // Who has not seen that record does not write over it.
  const late = await ann.submit(pageOf("acme"), record, fields);
  assert.equal(late.status, 400);
  assert.ok(late.html.includes("changed meanwhile"));
});

Deno.test("/console/client: an id of which nothing is on file is made a client only where that is said", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const { make, ...fields } = { ...defaults, monitoring: "yes" };
  const save = async (clientId: string, more = {}) => {
    const seen = await seenBy(ann, clientId);
    return await ann.submit(pageOf(clientId), record, { ...fields, clientId, seen, ...more });
  };
  const asks = (html: string) => /name="make" value="yes" required/.test(html);
  const refused = await save("my-bnak");
  assert.equal(refused.status, 400);
  assert.match(refused.html, /role="alert"[^]*Nothing is on file of my-bnak: if the id is right/);
  assert.ok(asks(refused.html));
  assert.equal((await save("my-bnak", { make: "no" })).status, 400);
  assert.equal(await openClients(service.store).find(ClientId.parse("my-bnak")), null);
  assert.deepEqual(await entries(service, "CLIENT_CHANGED"), []);
  assert.equal((await save("my-bnak", { make })).status, 303);
  // What is known needs no word more: by its record, or by what it has done.
  assert.equal((await service.as("acme").post("/v1/screen", { name: "Ann Bell" })).status, 200);
  for (const known of ["my-bnak", "acme"]) {
    assert.ok(!asks((await ann.get(pageOf(known))).html));
    assert.equal((await save(known)).status, 303);
  }
});

Deno.test("/console/client: a record that is none is refused by its members, and never by their values", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const seen = await seenBy(ann, "acme");
  for (
    const wrong of [
      { ipAllowlist: "<b>secret-7</b>" },
      { allowedDomain: "secret-7 here" },
      { returnOrigins: "http://secret-7.example" },
      { subjectUrlTemplate: "http://secret-7.example/{subjectRef}" },
      { dueHours: "-1" },
      { dueHours: "1e9" },
      { others: '{"secret-7":1}' },
      { others: '{"status":"SUSPENDED"}' },
      { others: '{"__proto__":{"monitoring":true},"monitorin":1}' },
      { others: "[]" },
      { others: "\u0000" },
      { fourEyes: "secret-7" },
      { seen: "" },
      { clientId: "" },
    ]
  ) {
    const fields = { ...defaults, clientId: "acme", seen, ...wrong };
    const refused = await ann.submit(pageOf("acme"), record, fields);
    assert.equal(refused.status, 400, JSON.stringify(wrong));
    assert.ok(!refused.html.includes("<b>"));
  }
  const many = { ipAllowlist: `${"x".repeat(900)}\n`.repeat(40), others: '{"rateLimits":{"a":1}}' };
  const long = await ann.submit(pageOf("acme"), record, {
    ...{ ...defaults, clientId: "acme", seen },
    ...many,
  });
  const [, said] = /data-message="">([^<]*)</.exec(long.html)!;
  assert.match(said!, /, line 10 \(x{60}…\): expected an address or a CIDR; and 31 more$/);
  const other = { ...defaults, clientId: "acme", seen, others: many.others };
  assert.match(
    (await ann.submit(pageOf("acme"), record, other)).html,
    /data-message="">&quot;Other members, as JSON&quot;: rateLimits.a: unknown name/,
  );
  assert.deepEqual(await entries(service, "CLIENT_CHANGED"), []);
  assert.ok(!service.logLines.join("\n").includes("secret-7"));
});

Deno.test("/console/client: a client is suspended and resumed, and KYB's suspension stays", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const status = async () => (await service.as("acme").get("/v1/screen/decisions")).status;
  const suspend = (act: string) =>
    ann.submit(pageOf("acme"), `/console/client/${act}`, { clientId: "acme" });
  assert.equal(await status(), 200);
  assert.equal((await suspend("suspend")).status, 303);
  assert.equal(await status(), 403);
  assert.equal((await suspend("resume")).status, 303);
  assert.equal(await status(), 200);
  assert.deepEqual(
    (await entries(service, "CLIENT_CHANGED")).map(({ status, operator }) => [status, operator]),
    [["SUSPENDED", "ann"], ["ACTIVE", "ann"]],
  );
});

for (const act of ["suspend", "record"]) {
  Deno.test(`/console/client: ${act} writes over no change of another operator meanwhile`, async () => {
    let meanwhile: (() => Promise<unknown>) | null = null;
    const wrapBackend = (backend: Backend): Backend => ({
      ...backend,
      read: async (keys) => {
        const found = await backend.read(keys);
        const run = meanwhile;
        if (run === null || !keys.some(([kind]) => kind === "client")) return found;
        meanwhile = null;
        await run();
        return found;
      },
    });
    await using service = await serviceWithConsole({ mode: "live", wrapBackend });
    await putRecord(service, "acme", {});
    const ann = await consoleOf(service, "ann");
    const seen = await seenBy(ann, "acme");
    const { html } = await ann.get(pageOf("acme"));
    const formToken = /name="formToken" value="([^"]+)"/.exec(html)![1]!;
    meanwhile = () => putRecord(service, "acme", { ipAllowlist: ["192.0.2.0/24"] });
    const done = await ann.post(`/console/client/${act}`, {
      ...{ formToken, clientId: "acme" },
      ...(act === "record" ? { ...defaults, seen } : {}),
    });
    assert.equal(done.status, act === "record" ? 400 : 303);
    const { ipAllowlist, status } = await openClients(service.store).get(ClientId.parse("acme"));
    assert.deepEqual(ipAllowlist, ["192.0.2.0/24"]);
    assert.equal(status, act === "record" ? "ACTIVE" : "SUSPENDED");
  });
}

Deno.test("/console/client/suspend ends a reviewer's session that begins meanwhile", async () => {
  const { wrapBackend, holdNext } = heldWrites();
  await using service = await serviceWithConsole({ mode: "live", wrapBackend });
  await putRecord(service, "acme", {});
  const ann = await consoleOf(service, "ann");
  const { html } = await ann.get(pageOf("acme"));
  const fields = {
    formToken: /name="formToken" value="([^"]+)"/.exec(html)![1]!,
    clientId: "acme",
  };
  const { reached, release } = holdNext("client");
  const suspending = ann.post("/console/client/suspend", fields);
  await reached;
  const rae = await consoleOf(service, "rae", { clientId: "acme", roles: [] });
  release();
  assert.equal((await suspending).status, 303);
  assert.equal((await ann.post("/console/client/resume", fields)).status, 303);
  assert.equal((await rae.get("/desk")).status, 303);
  assert.equal((await ann.get(pageOf("acme"))).status, 200);
});

Deno.test("/console/client: a token is shown once, listed by its prefix, and revoked", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const made = await ann.submit(pageOf("acme"), tokens, {
    clientId: "acme",
    "role_kyb-reviewer": "yes",
    scopes: "a b",
    seconds: "3600",
  });
  assert.equal(made.status, 200);
  assert.equal(made.headers.get("cache-control"), "no-store");
  const token = /<code>([\w-]{43})<\/code>/.exec(made.html)![1]!;
  const ask = async () =>
    (await service.fetch("/v1/screen/decisions", {
      headers: { authorization: `Bearer ${token}` },
    })).status;
  assert.equal(await ask(), 200);
  const { html } = await ann.get(pageOf("acme"));
  assert.ok(!html.includes(token));
  assert.ok(html.includes("kyb-reviewer"));
  const id = /name="id" value="([0-9a-f]{16})"/.exec(html)![1]!;
  const revoke = (clientId: string, tokenId = id) =>
    ann.submit(pageOf("acme"), `${tokens}/revoke`, { clientId, id: tokenId });
  // A token of another client is one that is not there.
  assert.equal((await revoke("globex")).status, 404);
  assert.equal((await revoke("acme", "00000000")).status, 404);
  assert.equal(await ask(), 200);
  assert.equal((await revoke("acme")).status, 303);
  service.clock.advance({ seconds: 11 });
  assert.equal(await ask(), 401);
  assert.equal((await revoke("acme")).status, 404);
  assert.deepEqual(await entries(service, "ACCESS_TOKEN_CHANGED"), [
    { clientId: "acme", tokenId: id, change: "minted", operator: "ann" },
    { clientId: "acme", tokenId: id, change: "revoked", operator: "ann" },
  ]);
  for (const where of [service.logLines.join("\n"), JSON.stringify(await service.auditEvents())]) {
    assert.ok(!where.includes(token));
  }
});

Deno.test("/console/client: a form of a token makes one, however often and in parallel it is sent", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const [ann, bob] = [await consoleOf(service, "ann"), await consoleOf(service, "bob")];
  const fieldsOf = async (person: ConsolePerson) => {
    const { html } = await person.get(pageOf("acme"));
    const valueOf = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)![1]!;
    return {
      ...{ clientId: "acme", scopes: "", seconds: "3600" },
      ...{ formToken: valueOf("formToken"), startId: valueOf("startId") },
    };
  };
  const fields = await fieldsOf(ann);
  const sent = await Promise.all([0, 1, 2].map(() => ann.post(tokens, fields)));
  assert.deepEqual(sent.map(({ status }) => status).toSorted(), [200, 400, 400]);
  const { html } = await ann.get(pageOf("acme"));
  const [id, another] = [...html.matchAll(/name="id" value="([0-9a-f]{16})"/g)]
    .map(([, one]) => one!);
  assert.ok(id !== undefined && another === undefined);
  // A revocation does not make the form new, and it is not another person's.
  await ann.submit(pageOf("acme"), `${tokens}/revoke`, { clientId: "acme", id });
  service.clock.advance({ minutes: 20 });
  const ofBob = { ...await fieldsOf(bob), startId: fields.startId };
  for (const again of [await ann.post(tokens, fields), await bob.post(tokens, ofBob)]) {
    assert.equal(again.status, 400);
    assert.ok(again.html.includes("This token was made already: it is shown once"));
    assert.ok(!/<code>[\w-]{43}<\/code>/.test(again.html));
  }
  for (const startId of ["", "x", "a".repeat(44)]) {
    assert.equal((await ann.post(tokens, { ...fields, startId })).status, 400);
  }
  assert.equal((await ann.post(tokens, await fieldsOf(ann))).status, 200);
  assert.equal((await entries(service, "ACCESS_TOKEN_CHANGED")).length, 3);
});

Deno.test("/console/client: a token for an agent reads only; other scopes are said to mean nothing", async () => {
  await using service = await serviceWithConsole({
    mode: "live",
    env: { AVAL_AGENT_SCOPE: "agents" },
  });
  const ann = await consoleOf(service, "ann");
  const { html } = await ann.get(pageOf("acme"));
  assert.ok(html.includes("<code>agents</code>"));
  assert.ok(html.includes("Other scopes, which this service ignores"));
  for (const [readOnly, screens] of [[{ readOnly: "yes" }, 403], [{}, 200]] as const) {
    const made = await ann.submit(pageOf("acme"), tokens, {
      ...{ clientId: "acme", scopes: "a b a", seconds: "3600", ...readOnly },
      "role_kyb-reviewer": "yes",
    });
    assert.equal(made.status, 200);
    const [, token] = /<code>([\w-]{43})<\/code>/.exec(made.html)!;
    assert.ok(made.html.includes(`<dd>${screens === 403 ? "agents a b" : "a b"}</dd>`));
    assert.ok(made.html.includes("<dd>kyb-reviewer</dd>"));
    assert.match(made.html, /<dt>Expires<\/dt>\s*<dd><time/);
    const sent = await service.fetch("/v1/screen", {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Ann Bell" }),
    });
    assert.equal(sent.status, screens);
  }
});

Deno.test("/console/client: a token of a server from before the index is listed, and offboarded", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const { clock, store } = service;
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  const clientId = ClientId.parse("acme");
  const left = async (prefix: Key) => (await Array.fromAsync(store.removalsIn({ prefix }))).length;
  const shown = async () => {
    const { html } = await (await consoleOf(service, "ann")).get(pageOf("acme"));
    return [...html.matchAll(/name="id" value="[0-9a-f]{16}"/g)].length;
  };
  // As such a server files one.
  const file = async () => {
    const asked = { clientId, roles: [], scopes: [], seconds: 86_400 };
    await mintAccessToken({ store, clock, random }, asked);
    await removeAll(store, store.removalsIn({ prefix: clientAccessTokens.key(clientId) }));
  };
  await file();
  assert.equal(await shown(), 1);
  await file();
  clock.advance({ hours: 1 });
  assert.equal(await shown(), 2);
  await file();
  const ann = await consoleOf(service, "ann");
  const fields = { clientId: "acme", typed: "acme" };
  assert.equal((await ann.submit(offboardPage("acme"), offboard, fields)).status, 303);
  clock.advance({ minutes: 5, seconds: 11 });
  await service.runMaintenance();
  assert.equal(await left(accessTokens.key()), 0);
  assert.equal(await left(clientAccessTokens.key()), 0);
});

Deno.test("/console/clients: pages of clients in the order of their ids, each once", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const ids = [...Array.from({ length: 120 }, (_, at) => `client-${at}`), "a", "a/b?c&d", "a!"];
  for (const clientId of ids) await putRecord(service, clientId, { monitoring: true });
  const found: string[] = [];
  for (let path: string | undefined = "/console/clients"; path !== undefined;) {
    const { html }: { html: string } = await ann.get(path);
    found.push(
      ...[...html.matchAll(/href="\/console\/client\?clientId=([^"]+)"/g)]
        .map(([, id]) => decodeURIComponent(id!)),
    );
    path = /href="(\/console\/clients\?after=[^"]+)"/.exec(html)?.[1];
  }
  assert.deepEqual(found, ids.toSorted());
});

const offboardPage = (clientId: string) =>
  `/console/client/offboard?clientId=${encodeURIComponent(clientId)}`;
const offboard = "/console/client/offboard";

Deno.test("/console/client/offboard: a dry run, then for real with the id typed; a job deletes what is kept", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const reviewer = await consoleOf(service, "rae", { clientId: "acme", roles: [] });
  for (const client of ["acme", "globex"]) {
    const sent = await service.as(client).post("/v1/screen", { name: "Ann Bell" });
    assert.equal(sent.status, 200);
  }
  await service.auditEvents();
  const dry = await ann.get(offboardPage("acme"));
  const [, deleted, stays] = /id="deleted">(.*?)id="stays">(.*?)<h2>/s.exec(dry.html)!;
  assert.ok(deleted!.includes("<li>decisions with their reviews</li>"));
  assert.ok(!deleted!.includes("audit"));
  assert.ok(stays!.includes("<li>audit entries, for ever</li>"));
  assert.match(dry.html, /class="notice warn">\s*<p>This deletes/);
  assert.ok(dry.html.includes("Offboard the client"));
  assert.equal((await service.as("acme").get("/v1/screen/decisions")).status, 200);

  for (const typed of ["", "globex", "ACME", "acme\0"]) {
    const refused = await ann.submit(offboardPage("acme"), offboard, { clientId: "acme", typed });
    assert.equal(refused.status, 400);
  }
  const missing = { clientId: "nothing", typed: "nothing" };
  assert.equal((await ann.submit(offboardPage("nothing"), offboard, missing)).status, 400);
  assert.equal((await reviewer.get("/desk")).status, 200);
  assert.deepEqual(await entries(service, "CLIENT_CHANGED"), []);

  const fields = { clientId: "acme", typed: "acme" };
  const tokenIn = /name="formToken" value="([^"]+)"/.exec(dry.html)![1]!;
  const both = await Promise.all(
    [0, 1].map(() => ann.post(offboard, { ...fields, formToken: tokenIn })),
  );
  // Two at once begin one.
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [303, 400]);
  assert.equal((await service.as("acme").get("/v1/screen/decisions")).status, 403);
  assert.equal((await reviewer.get("/desk")).status, 303);
  const begun = await ann.get(offboardPage("acme"));
  assert.ok(begun.html.includes("under way"));
  assert.ok(!begun.html.includes("<input id"));

  await service.runMaintenance();
  assert.ok((await ann.get(offboardPage("acme"))).html.includes("under way"));
  service.clock.advance({ minutes: 5, seconds: 11 });
  await service.runMaintenance();
  const ended = await ann.get(offboardPage("acme"));
  assert.ok(ended.html.includes("offboarded"));
  assert.ok((await ann.get(pageOf("acme"))).html.includes("This client was offboarded"));
  assert.deepEqual(await entries(service, "CLIENT_CHANGED"), [{
    ...{ clientId: "acme", change: "registered", status: "SUSPENDED", operator: "ann" },
    members: ["status", "suspendedBy"],
  }]);
  assert.deepEqual(await entries(service, "CLIENT_OFFBOARDED"), [
    { clientId: "acme", decisions: 1, sessions: 0, kybApplications: 0 },
  ]);
  const others = await service.as("globex").get("/v1/screen/decisions?state=all");
  assert.equal(others.body.decisions.length, 1);
});

Deno.test("/console/client/offboard deletes what guards let in meanwhile, and is offered again", async () => {
  await using service = await serviceWithConsole({ mode: "live", remembersClients: true });
  const acme = service.as("acme");
  const screen = async () => (await acme.post("/v1/screen", { name: "Ann Bell" })).status;
  const kept = async () => {
    const all = { prefix: screeningDecisions.key() };
    return (await Array.fromAsync(service.store.removalsIn(all))).length;
  };
  const offboarded = async () => {
    const ann = await consoleOf(service, "ann");
    const fields = { clientId: "acme", typed: "acme" };
    const done = await ann.submit(offboardPage("acme"), offboard, fields);
    assert.equal(done.status, 303, done.html);
    await service.runMaintenance();
  };
  assert.equal(await screen(), 200);
  await service.auditEvents();
  await offboarded();
  // Its record is believed for some seconds more.
  assert.equal(await screen(), 200);
  await service.runMaintenance();
  assert.equal(await kept(), 2);
  service.clock.advance({ minutes: 5, seconds: 11 });
  assert.equal(await screen(), 403);
  await service.runMaintenance();
  assert.equal(await kept(), 0);

  await offboarded();
  service.clock.advance({ minutes: 5, seconds: 11 });
  await service.runMaintenance();
  assert.equal((await entries(service, "CLIENT_OFFBOARDED")).length, 2);
});

Deno.test("/console/client/offboard asks for a fresh login", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  await service.as("acme").post("/v1/screen", { name: "Ann Bell" });
  service.clock.advance({ minutes: 6 });
  const fields = { clientId: "acme", typed: "acme" };
  assert.equal((await ann.submit(offboardPage("acme"), offboard, fields)).status, 403);
  assert.equal((await service.as("acme").get("/v1/screen/decisions")).status, 200);
});

Deno.test("a sandbox's console reaches the client of its own browser alone", async () => {
  await using service = await serviceWithConsole();
  const mine = await sandboxConsole(service);
  const listed = await mine.get("/console/clients");
  const own = mine.id;
  const other = await sandboxConsole(service);
  assert.ok(listed.html.includes(`>${own}</a>`));
  assert.equal((await mine.get(pageOf(own))).status, 200);
  const seen = await seenBy(mine, own);
  for (const clientId of [other.id, "sandbox"]) {
    assert.equal((await mine.get(pageOf(clientId))).status, 404);
    for (
      const [action, fields] of [
        [record, { ...defaults, seen, monitoring: "yes" }],
        [tokens, { scopes: "", seconds: "3600" }],
        [`${tokens}/revoke`, { id: "00000000" }],
        ["/console/client/suspend", {}],
        ["/console/client/resume", {}],
        [offboard, { typed: clientId }],
      ] as const
    ) {
      const done = await mine.submit(pageOf(own), action, { ...fields, clientId });
      assert.equal(done.status, 404, action);
    }
  }
  const suspend = { clientId: own };
  assert.equal(
    (await mine.submit(pageOf(own), "/console/client/suspend", suspend)).status,
    400,
  );
  const end = { clientId: own, typed: own };
  assert.equal((await mine.submit(pageOf(own), offboard, end)).status, 404);
  assert.equal((await mine.get(offboardPage(own))).status, 404);
  const changed = { ...defaults, clientId: own, seen, fourEyes: "all" };
  assert.equal((await mine.submit(pageOf(own), record, changed)).status, 303);
  assert.ok(!(await other.get("/console/clients")).html.includes(own));
});

Deno.test("hostile ids of clients and persons are text on every page that shows them", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const hostile = `"><script>alert('1')</script>&`;
  const ann = await consoleOf(service, hostile);
  await putRecord(service, hostile, { monitoring: true });
  const sent = await service.as(hostile).post("/v1/screen", { name: "Ann Bell" });
  assert.equal(sent.status, 200);
  await service.auditEvents();
  const pages = ["/console", "/console/clients", pageOf(hostile), offboardPage(hostile)];
  const shows = async (path: string) => {
    const { html, status } = await ann.get(path);
    assert.equal(status, 200, path);
    assert.ok(!html.includes("<script>"), path);
    assert.ok(!/<title>[^<]*alert/.test(html), path);
  };
  for (const path of pages) await shows(path);
  const fields = { clientId: hostile, typed: hostile };
  const begun = await ann.submit(offboardPage(hostile), offboard, fields);
  assert.deepEqual([begun.status, begun.location], [303, offboardPage(hostile)]);
  await shows(offboardPage(hostile));
  assert.equal((await ann.submit("/console/audit", "/console/audit/verify")).status, 303);
  await shows("/console/audit");
  service.clock.advance({ minutes: 5, seconds: 11 });
  await service.runMaintenance();
  for (const path of [...pages, "/console/audit"]) await shows(path);
  assert.equal((await entries(service, "CLIENT_OFFBOARDED")).length, 1);
});

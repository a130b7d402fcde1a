import assert from "node:assert/strict";
import { ok } from "../../../../base/result.ts";
import { uuidV7 } from "../../../../base/uuid.ts";
import { ClientId } from "../../../../core/access/schema.ts";
import { DraftId } from "../../../../core/kyb/schema.ts";
import { mintAccessToken } from "../../../../kv/access/access_tokens.ts";
import { commitAct } from "../../../../kv/store/operator_act.ts";
import { countingBackend } from "../../../support/counting_backend.ts";
import { consoleOf, sandboxConsole, serviceWithConsole } from "../../../support/console.ts";
import { COMPLETE, draftOf, draftsOf, onboardingPath } from "../../../support/onboarding.ts";
import { seededRandom } from "../../../support/random.ts";

/** Pages that show the deployment. */
const pages = [
  "/console",
  "/console/kyb",
  "/console/clients",
  "/console/templates",
  "/console/keys",
  "/console/audit",
];

Deno.test("every page of the console is a page of its own, in live and in a sandbox", async (t) => {
  for (const mode of ["live", "sandbox"] as const) {
    await using service = await serviceWithConsole({ mode });
    const person = mode === "live"
      ? await consoleOf(service, "ann")
      : await sandboxConsole(service);
    for (const path of pages) {
      await t.step(`${mode} ${path}`, async () => {
        const { status, html, headers } = await person.get(path);
        assert.equal(status, 200);
        assert.equal(headers.get("cache-control"), "no-store");
        assert.equal(headers.get("x-frame-options"), "DENY");
        assert.equal(headers.get("referrer-policy"), "same-origin");
        assert.ok(headers.get("content-security-policy")!.includes("default-src 'none'"));
        assert.equal(html.match(/<h1>/g)?.length, 1);
        assert.ok(!/undefined|\[object |NaN/.test(html));
        assert.ok(new TextEncoder().encode(html).length < 40_000);
      });
    }
  }
});

Deno.test("/console shows lists, health, and which client was throttled", async () => {
  await using service = await serviceWithConsole({ mode: "live", policy: {} });
  const ann = await consoleOf(service, "ann");
  const { html } = await ann.get("/console");
  for (
    const words of ["Specially Designated", "in order", "available", "No client was throttled"]
  ) {
    assert.ok(html.includes(words), words);
  }
  // A day of five requests an hour, then a hundred at once.
  const ask = async (times: number) => {
    const client = service.as("acme", { roles: [service.clock.now().toString()] });
    for (let at = 0; at < times; at++) await client.get("/v1/lists");
    await service.runMaintenance();
  };
  for (let hour = 0; hour < 24; hour++) {
    await ask(5);
    service.clock.advance({ hours: 1 });
  }
  await ask(110);
  const again = await consoleOf(service, "ann");
  const throttled = (await again.get("/console")).html;
  assert.ok(throttled.includes("acme, screening: 230 requests in 48 hours, 110 in the busiest"));
  assert.ok(throttled.includes("1 throttled hour."));
  const acme = await again.get("/console/client?clientId=acme");
  assert.ok(acme.html.includes("acme, screening: 230"));
  assert.ok(!(await again.get("/console/client?clientId=globex")).html.includes("acme"));
});

Deno.test("/console/keys shows every key, and no key material", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const { html } = await (await consoleOf(service, "ann")).get("/console/keys");
  for (const purpose of ["at-rest", "idempotency", "audit-signing"]) {
    assert.ok(html.includes(purpose), purpose);
  }
  assert.ok(!/wrapped|"d"/.test(html));
});

Deno.test("/console/audit shows head and checkpoints, and who keeps the heads", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  await service.as("acme").post("/v1/screen", { name: "Ann Bell" });
  await service.auditEvents();
  await service.runMaintenance();
  const { html } = await ann.get("/console/audit");
  assert.ok(/<code>[0-9a-f]{64}<\/code>/.test(html));
  assert.ok(html.includes("none is configured"));
  assert.ok(html.includes("audit verify"));
});

Deno.test("templates of others are shown to no visitor of a sandbox", async () => {
  await using service = await serviceWithConsole();
  const mine = await sandboxConsole(service);
  const id = "019aa000-0000-7000-8000-000000000001";
  assert.equal((await mine.get(`/console/templates/${id}`)).status, 404);
  assert.equal((await mine.get("/console/templates/no-id")).status, 404);
});

Deno.test("a page of the console reads no more where the store has more of other clients, or of the other mode", async () => {
  const counting = countingBackend();
  await using service = await serviceWithConsole({
    mode: "live",
    wrapBackend: counting.wrapBackend,
  });
  const ann = await consoleOf(service, "ann");
  const own = "/console/client?clientId=acme";
  const readBy = async (path: string) => {
    counting.take();
    assert.equal((await ann.get(path)).status, 200);
    const { entriesRead, keysRead } = counting.take();
    return entriesRead + keysRead;
  };
  const { store, clock } = service;
  const tokenRandom = seededRandom(3);
  const mint = (clientId: string) =>
    mintAccessToken({ store, clock, random: tokenRandom }, {
      ...{ clientId: ClientId.parse(clientId), roles: [], scopes: [], seconds: 60 },
    });
  await mint("acme");
  // Nothing reads the store beside the page.
  await service.auditEvents();
  await ann.get(own);
  const before = await readBy(own);
  for (let at = 0; at < 300; at++) await mint(`other-${at}`);
  assert.equal(await readBy(own), before);
  // Drafts of the sandbox's mode, which a live deployment never shows.
  const none = await readBy("/console/kyb");
  const sent = await service.fetch(onboardingPath, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(COMPLETE),
  });
  const draft = await draftOf(service, await sent.json(), "live");
  const drafts = await draftsOf(service, "live");
  const random = seededRandom(5);
  clock.advance({ seconds: 1 });
  for (let at = 0; at < 600; at++) {
    await commitAct(store, (unit) => {
      const id = DraftId.parse(uuidV7({ clock, random }));
      drafts.add(unit, { ...draft, id, mode: "sandbox" });
      return Promise.resolve(ok(null));
    });
  }
  const read = await readBy("/console/kyb");
  assert.ok(read <= none + 500, `${read} of ${none}`);
  const { html } = await ann.get("/console/kyb");
  // The one that was sent is of live, and stands before those that are read.
  assert.ok(html.includes("No draft waits."));
  assert.ok(html.includes("kyb list"));
});

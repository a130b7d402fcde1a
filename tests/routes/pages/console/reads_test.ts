import assert from "node:assert/strict";
import { consoleOf, sandboxConsole, serviceWithConsole } from "../../../support/console.ts";

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
      ? consoleOf(service, "ann")
      : sandboxConsole(service, "desk-mine");
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
  const ann = consoleOf(service, "ann");
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
  const throttled = (await ann.get("/console")).html;
  assert.ok(throttled.includes("acme, screening: 230 requests in 48 hours, 110 in the busiest"));
  assert.ok(throttled.includes("1 throttled hour."));
  assert.ok((await ann.get("/console/client?clientId=acme")).html.includes("acme, screening: 230"));
  assert.ok(!(await ann.get("/console/client?clientId=globex")).html.includes("acme"));
});

Deno.test("/console/keys shows every key, and no key material", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const { html } = await consoleOf(service, "ann").get("/console/keys");
  for (const purpose of ["at-rest", "idempotency", "audit-signing"]) {
    assert.ok(html.includes(purpose), purpose);
  }
  assert.ok(!/wrapped|"d"/.test(html));
});

Deno.test("/console/audit shows head and checkpoints, and who keeps the heads", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = consoleOf(service, "ann");
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
  const mine = sandboxConsole(service, "desk-mine");
  const id = "019aa000-0000-7000-8000-000000000001";
  assert.equal((await mine.get(`/console/templates/${id}`)).status, 404);
  assert.equal((await mine.get("/console/templates/no-id")).status, 404);
});

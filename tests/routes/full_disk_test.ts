import assert from "node:assert/strict";
import { failingBackend } from "../support/failing_backend.ts";
import { POSSIBLE_NAME } from "../support/names.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

const UNKNOWN = "0198c0de-0000-7000-8000-00000000000a";

/** GETs that write: an export and an offer are recorded in the audit log before the answer. */
const writing = [
  "/v1/screen/gdpr/export",
  "/v1/verify/gdpr/export",
  "/v1/credentials/sandbox/demo-offer",
];

/** Pages that are not in the OpenAPI description. */
const pages = ["/", "/reference", "/docs", "/docs/screening", "/playground", "/openapi.json"];

/** Every GET path, with the id of a decision and otherwise unknown ids. */
async function readPaths(service: TestService, decisionId: string): Promise<readonly string[]> {
  const described = await (await service.fetch("/openapi.json")).json();
  return Object.entries<Readonly<Record<string, unknown>>>(described.paths)
    .filter(([, operations]) => "get" in operations)
    .map(([path]) => path.replace("{decisionId}", decisionId).replaceAll(/\{[^}]+\}/g, UNKNOWN))
    .concat(pages);
}

for (const mode of ["sandbox", "live"] as const) {
  for (const ownsStore of [false, true]) {
    const of = `${mode}, ${ownsStore ? "alone on" : "sharing"} the store`;
    Deno.test(`a full disk refuses what writes and nothing that only reads (${of})`, async () => {
      const backend = failingBackend();
      const { wrapBackend } = backend;
      await using service = await serviceInMemory({ mode, ownsStore, wrapBackend });
      const acme = service.as("acme", { roles: ["compliance", "verifier"] });
      const screen = () => acme.post("/v1/screen", { name: POSSIBLE_NAME });
      const { body: { meta: { decisionId } } } = await screen();
      const paths = await readPaths(service, decisionId);
      const statusesOf = async () => {
        const statuses = new Map<string, number>();
        for (const path of paths) statuses.set(path, (await acme.get(path)).status);
        return statuses;
      };
      const before = await statusesOf();
      assert.equal(before.get(`/v1/screen/${decisionId}`), 200);

      backend.fail("disk");
      const refused = await screen();
      assert.deepEqual(
        [refused.status, refused.body.error, refused.headers.get("retry-after")],
        [503, "upstream_unavailable", "1"],
      );
      assert.deepEqual(
        await statusesOf(),
        new Map(
          [...before].map(([path, status]) =>
            writing.includes(path) && status === 200 ? [path, 503] : [path, status]
          ),
        ),
      );
      const named = { health: await acme.get("/health"), ready: await acme.get("/ready") };
      assert.deepEqual([named.health.status, named.health.body.status], [200, "store_read_only"]);
      assert.deepEqual([named.ready.status, named.ready.body.status], [200, "store_read_only"]);

      backend.fail(null);
      assert.equal((await screen()).status, 200, "without a restart");
      assert.notEqual((await acme.get("/health")).body.status, "store_read_only");
      assert.equal((await acme.get("/ready")).body.status, "ready");
      assert.deepEqual(await statusesOf(), before);
    });
  }
}

Deno.test("GET /health finds that there is room again where nobody writes", async () => {
  const backend = failingBackend();
  await using service = await serviceInMemory({ wrapBackend: backend.wrapBackend });
  const acme = service.as("acme");
  backend.fail("disk");
  await acme.post("/v1/screen", { name: POSSIBLE_NAME });
  assert.equal((await acme.get("/health")).body.status, "store_read_only");
  backend.fail(null);
  service.clock.advance({ seconds: 1 });
  assert.equal((await acme.get("/health")).body.status, "ok");
});

for (const ownsStore of [false, true]) {
  Deno.test(`reads stay under their limit while the disk is full (${ownsStore})`, async () => {
    const backend = failingBackend();
    const { wrapBackend } = backend;
    const entry = `/v1/lists/none/entries/${UNKNOWN}`;
    const policy = { rateLimits: { screening: { capacity: 5, refillPerSecond: 0.001 } } };
    await using service = await serviceInMemory({ mode: "live", ownsStore, wrapBackend, policy });
    const acme = service.as("acme");
    const statuses = async (count: number) => {
      const all: number[] = [];
      for (let n = 0; n < count; n++) all.push((await acme.get(entry)).status);
      return all;
    };
    assert.deepEqual(await statuses(2), [404, 404]);
    backend.fail("disk");
    assert.deepEqual(await statuses(4), [404, 404, 404, 429]);
    backend.fail(null);
    assert.deepEqual(await statuses(1), [429]);
    service.clock.advance({ seconds: 1_000 });
    assert.deepEqual(await statuses(2), [404, 429]);
  });
}

import assert from "node:assert/strict";
import fixture from "../../fixtures/kyb/applications.json" with { type: "json" };
import { ClientId } from "../../core/access/schema.ts";
import {
  file,
  inventedApplication,
  latestPath,
  operatorsKyb,
  reviewsPath,
  soundApplication,
} from "../support/kyb_reviews.ts";
import { serviceInMemory } from "../support/service.ts";
import { withInvented } from "../../sandbox/invented/kyb_applications.ts";
import { z } from "zod";

const { applications } = fixture;

/** The rows of docs/sandbox.md: application, client, outcome, and reason. */
async function rowsOfTable(): Promise<readonly (readonly string[])[]> {
  const page = await Deno.readTextFile(new URL("../../docs/sandbox.md", import.meta.url));
  const section = page.split("## What to review")[1]?.split("\n## ")[0] ?? "";
  return section.split("\n").filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
}

Deno.test("the sandbox reviews its applications as docs/sandbox.md says, on any day", async () => {
  await using service = await serviceInMemory();
  const rows = await rowsOfTable();
  assert.deepEqual(
    rows.map(([id, client, , because]) => [id, client, because]),
    applications.map(({ application: { id, clientId }, because }) => [
      `\`${id}\``,
      `\`${clientId}\``,
      because,
    ]),
  );
  for (const days of [0, 1, 400]) {
    service.clock.advance({ hours: 24 * days + 11 });
    for (const [cell = "", , expected] of rows) {
      const id = cell.replaceAll("`", "");
      // Nobody names a client.
      const { status, body } = await service.fetch(reviewsPath(id), { method: "POST" })
        .then(async (answer) => ({ status: answer.status, body: await answer.json() }));
      assert.equal(status === 201 ? body.recommendation : `${status}`, expected, id);
      if (status !== 201) continue;
      const latest = await service.fetch(latestPath(id));
      assert.deepEqual(await latest.json(), body);
    }
  }
});

Deno.test("the rationale of a sandbox's application is the same all day", async () => {
  await using service = await serviceInMemory();
  const { application: { id } } = inventedApplication("escalate");
  const staff = service.as("staff");
  const first = await staff.post(reviewsPath(id), undefined);
  service.clock.advance({ hours: 14 });
  const again = await staff.post(reviewsPath(id), undefined);
  assert.equal(again.body.rationale, first.body.rationale);
  assert.notEqual(again.body.draftId, first.body.draftId);
});

Deno.test("in a sandbox the applicant that names itself reads that there is nothing", async () => {
  await using service = await serviceInMemory();
  const { application: { id, clientId } } = inventedApplication("approve");
  const own = await service.as(clientId).post(reviewsPath(id), undefined);
  const unknown = await service.as(clientId).post(reviewsPath(crypto.randomUUID()), undefined);
  assert.deepEqual([own.status, own.text], [404, unknown.text]);
  assert.equal((await service.as("staff").get(latestPath(id))).status, 404);
});

Deno.test("an invented application is never written", async () => {
  await using service = await serviceInMemory();
  for (const { application: { id } } of applications) {
    await service.as("staff").post(reviewsPath(id), undefined);
  }
  const kinds = ["kyb_application", "kyb_check", "kyb_client_application"];
  for (const kind of kinds) {
    assert.deepEqual(
      await Array.fromAsync(service.store.list(z.unknown(), { prefix: [kind] })),
      [],
    );
  }
});

Deno.test("the client sandbox has an approved application with four declared persons", async () => {
  await using service = await serviceInMemory();
  const { applications: stored, clock } = await operatorsKyb(service, "sandbox");
  const read = withInvented(stored, { clock, ruleSetHash: "0".repeat(64) });
  const found = await read.ofClient(ClientId.parse("sandbox"));
  assert.deepEqual(found.map(({ status, mode }) => [status, mode]), [["APPROVED", "sandbox"]]);
  assert.deepEqual(found[0]?.persons.map(({ id, role }) => [id, role]), [
    ["0199a000-0004-7000-8000-000000000001", "ubo"],
    ["0199a000-0004-7000-8000-000000000002", "director"],
    ["0199a000-0004-7000-8000-000000000003", "smo"],
    ["0199a000-0004-7000-8000-000000000004", "shareholder"],
  ]);
});

Deno.test("applications that operators accept in a sandbox are reviewed beside the invented ones", async () => {
  await using service = await serviceInMemory();
  const { application, checks } = soundApplication();
  await file(service, { application: { ...application, mode: "sandbox" }, checks }, "sandbox");
  const drafted = await service.as("staff").post(reviewsPath(application.id), undefined);
  assert.deepEqual([drafted.status, drafted.body.recommendation], [201, "APPROVE_RECOMMENDED"]);
});

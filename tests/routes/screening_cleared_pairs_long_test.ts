import assert from "node:assert/strict";
import type { ListedEntity } from "../../core/matching/ports.ts";
import { openSnapshotBuilder } from "../../wasm/matcher.ts";
import { entity } from "../support/entity.ts";
import { type ServiceClient, serviceInMemory } from "../support/service.ts";

// deno-lint-ignore no-explicit-any -- as `Answer.body`
async function screened(client: ServiceClient, request: unknown): Promise<any> {
  const { status, body, text } = await client.post("/v1/screen", request);
  assert.equal(status, 200, text);
  return body;
}

async function countOf(client: ServiceClient, state: string): Promise<number> {
  const { body } = await client.get(`/v1/screen/cleared-pairs?limit=200&state=${state}`);
  return body.pairs.length;
}

/** A list of this many people; in a later version each entry in turn has changed content. */
async function listOf(file: string, count: number, isLater: boolean): Promise<void> {
  const changes: readonly Partial<ListedEntity>[] = [
    { births: ["1971"] },
    { nationalities: ["RU", "BY"] },
    { programs: ["OTHER"] },
    {
      details: {
        ...{ listedOn: null, sourceUrl: null, designations: [], remarks: [], links: [] },
        identifiers: [{ type: "passport", label: "Passport", value: "P9", country: "RU" }],
      },
    },
  ];
  const people = Array.from({ length: count }, (_, at): ListedEntity => {
    const alias = isLater && at % 5 === 4 ? [["Another Alias", "strong"] as const] : [];
    return entity(at + 1, [[nameOf(at), "primary"], ...alias], {
      births: ["1970"],
      nationalities: ["RU"],
      programs: ["SDGT"],
      ...(isLater ? changes[at % 5] ?? {} : {}),
    });
  });
  const builder = openSnapshotBuilder();
  builder.add(people);
  const described = {
    ...{ source: "ofac-sdn", title: "Test", publisher: "Test", licence: "none" },
    asOf: "2026-03-01",
  };
  await Deno.writeFile(file, builder.finish([described]));
}

/** Dissimilar names: a family name of six letters for each number. */
function nameOf(at: number): string {
  const syllables = ["ba", "ke", "di", "fo", "gu", "la", "me", "ni", "ro", "tu"];
  const [tens, ones] = [Math.floor(at / 10), at % 10];
  return `Orlov${syllables[ones]}${syllables[tens]} ${syllables[tens]}${syllables[ones]}zhin`;
}

Deno.test("each of 100 pairs ends by a change of its entry, its customer or its date", async () => {
  const folder = await Deno.makeTempDir();
  const [kv, before, after] = ["kv.sqlite3", "before.bin", "after.bin"].map((name) =>
    `${folder}/${name}`
  ) as [string, string, string];
  await listOf(before, 100, false);
  await listOf(after, 100, true);
  const live = { mode: "live", kv } as const;
  const request = (at: number) => ({ name: `${nameOf(at)}s`, subjectRef: `c-${at}` });
  const all = Array.from({ length: 100 }, (_, at) => at);
  {
    await using service = await serviceInMemory({ ...live, env: { AVAL_LISTS: before } });
    const acme = service.as("acme");
    for (const at of all) {
      const decision = await screened(acme, request(at));
      const entityIds = decision.candidates
        .filter(({ listRef }: { listRef: string }) => listRef === String(at + 1))
        .map(({ entityId }: { entityId: string }) => entityId);
      assert.equal(entityIds.length, 1, nameOf(at));
      const { status, text } = await acme.post(`/v1/screen/${decision.meta.decisionId}/review`, {
        ...{ decision: "false_positive", entityIds, clearForDays: 1 + at },
      });
      assert.equal(status, 200, text);
    }
    assert.equal(await countOf(acme, "HOLDS"), 100);
  }
  const ends = async (
    { env, seed, hours }: { readonly env: string; readonly seed: number; readonly hours: number },
    requestOf: (at: number) => unknown,
  ) => {
    await using service = await serviceInMemory({ ...live, seed, env: { AVAL_LISTS: env } });
    service.clock.advance({ hours });
    const found: (string | undefined)[] = [];
    for (const at of all) {
      const { candidates } = await screened(service.as("acme"), requestOf(at));
      const own = candidates.find(({ listRef }: { listRef: string }) => listRef === String(at + 1));
      found.push(own.clearedBefore?.lapsed ?? (own.clearedBefore === undefined ? "none" : "holds"));
    }
    return found;
  };
  const [third, two] = [33, 66];
  // A third by their customer, while the others stay as they are.
  const ofCustomers = await ends({ env: before, seed: 8, hours: 1 }, (at) => ({
    ...request(at),
    ...(at < third ? { dob: "1970" } : {}),
  }));
  assert.deepEqual(ofCustomers, all.map((at) => at < third ? "subject_changed" : "holds"));
  // A third by their date.
  const byDate = await ends({ env: before, seed: 9, hours: two * 24 }, request);
  assert.deepEqual(
    byDate,
    all.map((at) => at < third ? "none" : at < two ? "expired" : "holds"),
  );
  // The rest by their entries.
  const ofEntries = await ends({ env: after, seed: 10, hours: 1 }, request);
  assert.deepEqual(ofEntries, all.map((at) => at < two ? "none" : "entity_changed"));
  const again = await ends({ env: after, seed: 11, hours: 1 }, request);
  assert.deepEqual(again, all.map(() => "none"));
  {
    await using service = await serviceInMemory({
      ...live,
      seed: 12,
      env: { AVAL_LISTS: after },
    });
    assert.equal(await countOf(service.as("acme"), "LAPSED"), 100);
    const events = await service.auditEvents();
    const count = (kind: string) => events.filter((event) => event.kind === kind).length;
    assert.deepEqual([count("CLEARED_PAIR_BEGUN"), count("CLEARED_PAIR_ENDED")], [100, 100]);
  }
  await Deno.remove(folder, { recursive: true });
});

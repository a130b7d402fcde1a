import assert from "node:assert/strict";
import type { CorpusTag } from "../../core/wallet_risk/ports.ts";
import type { NoteSigner } from "../../standards/tlog/note.ts";
import { folderOf } from "../support/folder.ts";
import { manifestOf, smallSnapshot, testSigner } from "../support/published_lists.ts";
import { roomyPolicy } from "../support/policy.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { recordedTelemetry } from "../support/telemetry.ts";
import {
  corpusManifestOf,
  corpusTag,
  publishCorpus,
  type SmallCorpus,
  smallCorpus,
  walletRiskPath,
} from "../support/wallet_risk.ts";

const signer = await testSigner();
const addressOf = (number: number) => `0x${number.toString(16).padStart(40, "0")}`;
const many = (count: number, more: Partial<CorpusTag> = {}) =>
  Array.from({ length: count }, (_, at) => corpusTag({ address: addressOf(at + 1), ...more }));

const first = smallCorpus("run-1", many(100));
/** A corpus with the same addresses, as scams. */
const second = smallCorpus("run-2", many(100, { abuse: "scam", confidenceLevel: 100 }));
const shrunken = smallCorpus("run-3", many(94));

/** A time on the day of the test clock, which is at 09:00. */
const at = (hour: string) => `2026-03-02T${hour}:00.000Z`;

/** Opens a live service that follows a folder. */
async function following(
  test: (
    service: TestService,
    folder: string,
    telemetry: ReturnType<typeof recordedTelemetry>,
  ) => Promise<void>,
  policy: object = {},
): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await publishCorpus(
    folder,
    first,
    await corpusManifestOf(first, signer, { createdAt: at("07:00") }),
  );
  const recorded = recordedTelemetry();
  await using service = await serviceInMemory({
    mode: "live",
    env: { AVAL_TAGPACKS: `${folder}/tagpacks.note#key=${signer.verifierKey}` },
    telemetry: recorded.telemetry,
    policy: { ...roomyPolicy, ...policy },
  });
  await test(service, folder, recorded);
}

async function scored(service: TestService) {
  const { status, body } = await service.as("acme").post(walletRiskPath, {
    network: "ETH",
    address: addressOf(1),
  });
  assert.equal(status, 200);
  return [body.score, body.frozenDecisionArtifact.tagpackEtlRunId];
}

async function publish(
  folder: string,
  corpus: SmallCorpus,
  options: { readonly createdAt: string; readonly acceptLoss?: boolean },
  by: NoteSigner = signer,
): Promise<void> {
  await publishCorpus(folder, corpus, await corpusManifestOf(corpus, by, options));
}

Deno.test("a service takes the corpus that a newer manifest names, and reports it", async () => {
  await following(async (service, folder, { counted }) => {
    assert.deepEqual(await scored(service), [6, "run-1"]);
    await publish(folder, second, { createdAt: at("08:00") });
    assert.deepEqual(await scored(service), [6, "run-1"]);
    await service.refreshTagPacks();
    assert.deepEqual(await scored(service), [75, "run-2"]);
    const { body: { tagpacks, manifestAt, lastUpdate } } = await service.as("acme").get(
      "/v1/lists",
    );
    assert.deepEqual([
      tagpacks.id,
      tagpacks.manifestAt,
      tagpacks.lastUpdate,
      manifestAt,
      lastUpdate,
    ], [
      second.id,
      at("08:00"),
      { at: at("09:00"), outcome: "taken", reason: null },
      null,
      null,
    ]);
    assert.equal(counted.get("aval.tagpacks.updates taken none"), 1);
    const [taken] = service.logLines.filter((line) => line.includes('"tagpacks_taken"'));
    assert.deepEqual(JSON.parse(taken ?? "").tagpackEtlRunId, "run-2");
  });
});

Deno.test("a replay is the answer of the corpus that it was made on, whatever is in force", async () => {
  await following(async (service, folder) => {
    const acme = service.as("acme");
    const asked = { network: "ETH", address: addressOf(1) };
    const key = { "idempotency-key": "one" };
    const before = await acme.post(walletRiskPath, asked, key);
    await publish(folder, second, { createdAt: at("08:00") });
    await service.refreshTagPacks();
    const again = await acme.post(walletRiskPath, asked, key);
    assert.deepEqual([again.status, again.text], [200, before.text]);
    assert.deepEqual(await scored(service), [75, "run-2"]);
    const other = await service.as("globex").post(walletRiskPath, asked, key);
    assert.equal(other.body.score, 75, "another client's key is another key");
  });
});

Deno.test("what is published and not to be believed changes nothing, and is logged once", async (t) => {
  const createdAt = at("08:00");
  const cases: readonly [why: string, reason: string, act: (folder: string) => Promise<void>][] = [
    [
      "another's key",
      "signature",
      async (folder) => await publish(folder, second, { createdAt }, await testSigner(2)),
    ],
    ["older", "older", (folder) => publish(folder, second, { createdAt: at("06:59") })],
    [
      "of the future",
      "from_future",
      (folder) => publish(folder, second, { createdAt: at("09:11") }),
    ],
    ["6 of 100 tags lost", "shrunken", (folder) => publish(folder, shrunken, { createdAt })],
    [
      "other counts",
      "snapshot_differs",
      (folder) => publish(folder, { ...second, tags: 101 }, { createdAt }),
    ],
    [
      "another run",
      "snapshot_differs",
      (folder) => publish(folder, { ...second, etlRunId: "run-9" }, { createdAt }),
    ],
    ["cut off", "snapshot_differs", async (folder) => {
      const manifest = await corpusManifestOf(second, signer, { createdAt });
      await publishCorpus(folder, { ...second, bytes: second.bytes.slice(0, -1) }, manifest);
    }],
    ["a manifest of lists by the same key", "manifest", async (folder) => {
      const list = smallSnapshot([{ source: "ofac-sdn", asOf: "2026-03-01", names: ["A B"] }]);
      await publishCorpus(folder, second, await manifestOf(list, signer, { createdAt }));
    }],
    ["gone", "unreachable", (folder) => Deno.remove(`${folder}/tagpacks.note`)],
  ];
  for (const [why, reason, act] of cases) {
    await t.step(why, async () => {
      await following(async (service, folder, { counted }) => {
        await act(folder);
        await service.refreshTagPacks();
        await service.refreshTagPacks();
        assert.deepEqual(await scored(service), [6, "run-1"]);
        assert.equal(counted.get(`aval.tagpacks.updates refused ${reason}`), 2);
        const refused = service.logLines.filter((line) => line.includes('"tagpacks_refused"'));
        assert.deepEqual(refused.map((line) => JSON.parse(line).reason), [reason]);
        await publish(folder, second, { createdAt: at("08:30") });
        await service.refreshTagPacks();
        assert.deepEqual(await scored(service), [75, "run-2"]);
      });
    });
  }
});

Deno.test("a loss that the manifest accepts is taken", async () => {
  await following(async (service, folder) => {
    await publish(folder, shrunken, { createdAt: at("08:00"), acceptLoss: true });
    await service.refreshTagPacks();
    assert.deepEqual(await scored(service), [6, "run-3"]);
  });
});

Deno.test("a corpus is stale from an age of the policy on, which is shown and logged and stops nothing", async () => {
  await following(async (service, folder, { gauge }) => {
    const health = async () => (await (await service.fetch("/health")).json()).status;
    const logged = () =>
      service.logLines.map((line) => JSON.parse(line)).filter(({ event }) =>
        /^tagpacks_(stale|fresh)$/.test(event)
      ).map(({ event, tagpackEtlRunId }) => [event, tagpackEtlRunId]);
    // A token lives an hour: each time another client's.
    const describe = async (client: string) =>
      (await service.as(client).get("/v1/lists")).body.tagpacks;
    assert.deepEqual(gauge("aval.tagpacks.age.limit"), [86_400]);
    await service.runMaintenance();
    // Built at midnight of the day before: 33 hours ago.
    assert.deepEqual([(await describe("acme")).stale, gauge("aval.tagpacks.age")], [true, [
      33 * 3_600,
    ]]);
    await service.runMaintenance();
    assert.deepEqual(logged(), [["tagpacks_stale", "run-1"]]);
    assert.deepEqual(await scored(service), [6, "run-1"]);
    assert.equal(await health(), "ok", "health is of the lists that decisions are made on");
    const rebuilt = smallCorpus("run-4", many(100), "2026-03-02T06:00:00Z");
    await publish(folder, rebuilt, { createdAt: at("08:00") });
    await service.refreshTagPacks();
    await service.runMaintenance();
    assert.equal((await describe("globex")).stale, false);
    assert.deepEqual(logged().at(-1), ["tagpacks_fresh", undefined]);
    service.clock.advance({ hours: 22 });
    assert.equal((await describe("initech")).stale, true);
  }, { lists: { tagPacksStaleDays: 1 } });
});

Deno.test("no request is lost or mixed while corpora are swapped under load", async () => {
  await following(async (service, folder) => {
    const load = Array.from({ length: 8 }, async () => {
      const seen = new Set<string>();
      for (let n = 0; n < 40; n++) seen.add((await scored(service)).join(" "));
      return seen;
    });
    for (const [minute, corpus] of [second, first, second].entries()) {
      await publish(folder, corpus, { createdAt: at(`08:1${minute}`) });
      await service.refreshTagPacks();
    }
    const seen = new Set((await Promise.all(load)).flatMap((one) => [...one]));
    assert.deepEqual([...seen].filter((one) => one !== "6 run-1" && one !== "75 run-2"), []);
    assert.deepEqual(await scored(service), [75, "run-2"]);
  });
});

Deno.test("a corpus that is not what its location says stops the start", async (t) => {
  const folder = await Deno.makeTempDir();
  const file = `${folder}/tags.aval`;
  await Deno.writeFile(file, first.bytes);
  await Deno.writeTextFile(`${folder}/page.aval`, "<!doctype html>");
  await publish(folder, second, { createdAt: at("08:00") }, await testSigner(2));
  const cases = [
    [`${file}#sha256=${second.id}`, /^AVAL_TAGPACKS: .* is not the corpus that its sha256 pins$/],
    [`${folder}/page.aval`, /^AVAL_TAGPACKS: .* is not a tag corpus of this version/],
    [`${folder}/none.aval`, /^AVAL_TAGPACKS: cannot read/],
    [
      `${folder}/tagpacks.note#key=${signer.verifierKey}`,
      /^AVAL_TAGPACKS: the manifest is not signed by the key that AVAL_TAGPACKS names/,
    ],
  ] as const;
  for (const [AVAL_TAGPACKS, message] of cases) {
    await t.step(message.source, async () => {
      await assert.rejects(serviceInMemory({ mode: "live", env: { AVAL_TAGPACKS } }), { message });
    });
  }
  const env = { AVAL_TAGPACKS: `${file}#sha256=${first.id}` };
  await using service = await serviceInMemory({ mode: "live", env });
  assert.deepEqual(await scored(service), [6, "run-1"]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("the audit chain has each corpus once that came into force, and how much of it changed", async () => {
  await following(async (service, folder) => {
    await service.recordCorpus();
    const [, ...rest] = many(100);
    const [changed, ...others] = rest;
    const next = smallCorpus("run-2", [
      { ...changed!, abuse: "scam" },
      ...others,
      corpusTag({ address: addressOf(500) }),
      corpusTag({ address: addressOf(501) }),
    ]);
    await publish(folder, next, { createdAt: at("08:00") });
    await service.refreshTagPacks();
    await service.recordCorpus();
    await service.recordCorpus();
    const events = (await service.auditEvents())
      .filter((event) => event.kind === "CORPUS_IN_FORCE")
      .map(({ source, version, snapshotId, entries, added, changed, removed }) => [
        ...[source, version, snapshotId],
        ...[entries, added, changed, removed],
      ]);
    assert.deepEqual(events, [
      ["tagpacks", "run-1", first.id, 100, 0, 0, 0],
      ["tagpacks", "run-2", next.id, 101, 2, 1, 1],
    ]);
    // Which addresses they are is in no answer.
    const { body } = await service.as("acme").get("/v1/lists/changes");
    assert.deepEqual(body.changes, []);
  });
});

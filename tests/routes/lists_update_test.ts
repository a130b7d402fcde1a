import assert from "node:assert/strict";
import { folderOf } from "../support/folder.ts";
import {
  manifestOf,
  manyNames,
  publishInto,
  smallSnapshot,
  testSigner,
} from "../support/published_lists.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { roomyPolicy } from "../support/policy.ts";
import { recordedTelemetry } from "../support/telemetry.ts";

const signer = await testSigner();
const removed = "Wenzeslaus Thornqvist";
const strangers = [removed, ...manyNames(99)];
const listed = "Ottokar Vimperk";

const sdn = (names: readonly string[]) => ({ source: "ofac-sdn", asOf: "2026-03-01", names });
const first = smallSnapshot([sdn(strangers)]);
/** A snapshot with one name removed and another added. */
const second = smallSnapshot([sdn([...strangers.slice(1), listed])]);
const shrunken = smallSnapshot([sdn(strangers.slice(6))]);

/** A time on the day of the test clock, which is at 09:00. */
const at = (hour: string) => `2026-03-02T${hour}:00.000Z`;

/** Opens a live service that follows a folder. */
async function following(
  test: (
    service: TestService,
    folder: string,
    telemetry: ReturnType<typeof recordedTelemetry>,
  ) => Promise<void>,
  policy = roomyPolicy,
): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await publishInto(folder, first, await manifestOf(first, signer, { createdAt: at("07:00") }));
  const recorded = recordedTelemetry();
  const AVAL_LISTS = `${folder}/lists.note#key=${signer.verifierKey}`;
  await using service = await serviceInMemory({
    mode: "live",
    env: { AVAL_LISTS },
    policy,
    telemetry: recorded.telemetry,
  });
  await test(service, folder, recorded);
}

async function screened(service: TestService, name: string, client = "acme") {
  const { body } = await service.as(client).post("/v1/screen", { name });
  return [body.classification, ...body.meta.listSnapshotIds];
}

async function listsOf(service: TestService, client = "acme") {
  const { body } = await service.as(client).get("/v1/lists");
  return body;
}

Deno.test("a service takes what a newer manifest names, and answers by it from then on", async () => {
  await following(async (service, folder, { counted }) => {
    assert.deepEqual(await screened(service, listed), ["CLEAR", first.id]);
    assert.deepEqual(
      [await listsOf(service)].map(({ lastUpdate, manifestAt }) => [lastUpdate, manifestAt]),
      [
        [null, at("07:00")],
      ],
    );
    await service.refreshLists();
    assert.deepEqual((await listsOf(service)).lastUpdate, {
      at: at("09:00"),
      outcome: "unchanged",
      reason: null,
    });
    await publishInto(folder, second, await manifestOf(second, signer, { createdAt: at("08:00") }));
    assert.deepEqual(await screened(service, listed), ["CLEAR", first.id]);
    await service.refreshLists();
    assert.deepEqual(await screened(service, listed), ["CONFIRMED_MATCH", second.id]);
    assert.deepEqual(await screened(service, removed), ["CLEAR", second.id]);
    const { listSnapshotIds, manifestAt, lastUpdate, lists } = await listsOf(service);
    assert.deepEqual([listSnapshotIds, manifestAt, lastUpdate.outcome, lists[0].entities], [
      [second.id],
      at("08:00"),
      "taken",
      100,
    ]);
    assert.equal(counted.get("aval.lists.updates taken none"), 1);
    assert.equal(counted.get("aval.lists.updates unchanged none"), 1);
    const [taken] = service.logLines.filter((line) => line.includes('"lists_taken"'));
    assert.equal(JSON.parse(taken ?? "").listSnapshotId, second.id);
  });
});

Deno.test("a decision of before a swap reads back with the snapshot that it was made on", async () => {
  await following(async (service, folder) => {
    const { body } = await service.as("acme").post("/v1/screen", { name: removed });
    await publishInto(folder, second, await manifestOf(second, signer, { createdAt: at("08:00") }));
    await service.refreshLists();
    const again = await service.as("acme").get(`/v1/screen/${body.meta.decisionId}`);
    assert.deepEqual(again.body.meta.listSnapshotIds, [first.id]);
    assert.equal(again.body.candidates[0].listRef, "0");
  });
});

Deno.test("what is published and not to be believed changes nothing, and everybody can see it", async (t) => {
  const newer = { createdAt: at("08:00") };
  const cases: readonly {
    readonly why: string;
    readonly reason: string;
    readonly publish: (folder: string) => Promise<void>;
  }[] = [
    {
      why: "signed by another key",
      reason: "signature",
      publish: async (folder) =>
        await publishInto(folder, second, await manifestOf(second, await testSigner(2), newer)),
    },
    {
      why: "changed after it was signed",
      reason: "signature",
      publish: async (folder) => {
        const note = await manifestOf(second, signer, newer);
        await publishInto(folder, second, note.replace("ofac-sdn", "ofac-sdm"));
      },
    },
    {
      why: "an older manifest, rightly signed",
      reason: "older",
      publish: async (folder) =>
        await publishInto(
          folder,
          second,
          await manifestOf(second, signer, { createdAt: at("06:59") }),
        ),
    },
    {
      why: "of the same instant, another snapshot",
      reason: "older",
      publish: async (folder) =>
        await publishInto(
          folder,
          second,
          await manifestOf(second, signer, { createdAt: at("07:00") }),
        ),
    },
    {
      why: "signed in the future",
      reason: "from_future",
      publish: async (folder) =>
        await publishInto(
          folder,
          second,
          await manifestOf(second, signer, { createdAt: at("09:11") }),
        ),
    },
    {
      why: "a list that lost 6 of 100",
      reason: "shrunken",
      publish: async (folder) =>
        await publishInto(folder, shrunken, await manifestOf(shrunken, signer, newer)),
    },
    {
      why: "a list that is gone",
      reason: "shrunken",
      publish: async (folder) => {
        const other = smallSnapshot([{ ...sdn(strangers), source: "ofac-cons" }]);
        await publishInto(folder, other, await manifestOf(other, signer, newer));
      },
    },
    {
      why: "a snapshot that is cut off",
      reason: "snapshot_differs",
      publish: async (folder) => {
        const cut = { ...second, bytes: second.bytes.slice(0, -1) };
        const note = await manifestOf(second, signer, newer);
        await publishInto(folder, cut, note);
      },
    },
    {
      why: "a snapshot with one byte changed",
      reason: "snapshot_differs",
      publish: async (folder) => {
        const bytes = second.bytes.slice();
        bytes[bytes.length >> 1]! ^= 1;
        await publishInto(folder, { ...second, bytes }, await manifestOf(second, signer, newer));
      },
    },
    {
      why: "a manifest that states other counts than the snapshot has",
      reason: "snapshot_differs",
      publish: async (folder) => {
        const lists = second.lists.map((list) => ({ ...list, entities: 101 }));
        const note = await manifestOf({ ...second, lists }, signer, newer);
        await publishInto(folder, second, note);
      },
    },
    {
      why: "signed bytes that are no snapshot",
      reason: "unusable",
      publish: async (folder) => {
        const bytes = new TextEncoder().encode("<!doctype html><title>Not found</title>");
        const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
        const page = { ...second, id: digest, bytes };
        await publishInto(folder, page, await manifestOf(page, signer, newer));
      },
    },
    {
      why: "a snapshot that is not there",
      reason: "unreachable",
      publish: async (folder) =>
        await publishInto(
          folder,
          second,
          await manifestOf(second, signer, { ...newer, url: "elsewhere.bin" }),
        ),
    },
    {
      why: "a snapshot outside of the folder",
      reason: "snapshot_differs",
      publish: async (folder) =>
        await publishInto(
          folder,
          second,
          await manifestOf(second, signer, { ...newer, url: "../../etc/passwd" }),
        ),
    },
    {
      why: "a snapshot at an address that is none",
      reason: "snapshot_differs",
      publish: async (folder) =>
        await publishInto(
          folder,
          second,
          await manifestOf(second, signer, { ...newer, url: "https://[" }),
        ),
    },
    {
      why: "a snapshot by plain http elsewhere",
      reason: "snapshot_differs",
      publish: async (folder) =>
        await publishInto(
          folder,
          second,
          await manifestOf(second, signer, { ...newer, url: "http://lists.example/x.bin" }),
        ),
    },
    {
      why: "a huge manifest",
      reason: "too_large",
      publish: async (folder) =>
        await Deno.writeTextFile(`${folder}/lists.note`, " ".repeat(65_537)),
    },
    {
      why: "a snapshot larger than the policy reads",
      reason: "too_large",
      publish: async (folder) =>
        await publishInto(
          folder,
          second,
          await manifestOf(second, signer, { ...newer, bytesNamed: 536_870_913 }),
        ),
    },
    {
      why: "no manifest any more",
      reason: "unreachable",
      publish: async (folder) => await Deno.remove(`${folder}/lists.note`),
    },
  ];
  for (const { why, reason, publish } of cases) {
    await t.step(why, async () => {
      await following(async (service, folder, { counted }) => {
        await publish(folder);
        await service.refreshLists();
        await service.refreshLists();
        assert.deepEqual(await screened(service, removed), ["CONFIRMED_MATCH", first.id]);
        const { lastUpdate, listSnapshotIds } = await listsOf(service);
        assert.deepEqual([lastUpdate, listSnapshotIds], [
          { at: at("09:00"), outcome: "refused", reason },
          [first.id],
        ]);
        assert.equal(counted.get(`aval.lists.updates refused ${reason}`), 2);
        const said = service.logLines.filter((line) => line.includes('"lists_refused"'));
        assert.deepEqual(said.map((line) => JSON.parse(line).reason), [reason], "said once");
        // As ever with lists that nobody renews.
        service.clock.advance({ hours: 17 });
        assert.equal((await (await service.fetch("/health")).json()).status, "stale");
        // What is right again is taken, whatever was wrong before.
        await publishInto(
          folder,
          second,
          await manifestOf(second, signer, { createdAt: at("08:30") }),
        );
        await service.refreshLists();
        assert.deepEqual(await screened(service, listed, "globex"), ["CONFIRMED_MATCH", second.id]);
      });
    });
  }
});

Deno.test("a loss that the manifest accepts is taken", async () => {
  await following(async (service, folder) => {
    const note = await manifestOf(shrunken, signer, {
      createdAt: at("08:00"),
      shrunken: ["ofac-sdn"],
    });
    await publishInto(folder, shrunken, note);
    await service.refreshLists();
    assert.deepEqual(await screened(service, removed), ["CLEAR", shrunken.id]);
  });
});

Deno.test("a policy may believe greater losses", async () => {
  await following(async (service, folder) => {
    await publishInto(
      folder,
      shrunken,
      await manifestOf(shrunken, signer, { createdAt: at("08:00") }),
    );
    await service.refreshLists();
    assert.deepEqual(await screened(service, removed), ["CLEAR", shrunken.id]);
  }, { ...roomyPolicy, lists: { shrinkPercentMax: 6 } });
});

Deno.test("a list that its publisher does not change is not stale while somebody checks", async () => {
  await following(async (service, folder, { gauge }) => {
    const health = async () => (await (await service.fetch("/health")).json()).status;
    const houses = () =>
      service.logLines.map((line) => JSON.parse(line)).filter(({ event }) =>
        /^lists_(stale|fresh)$/.test(event)
      ).map(({ event, lists }) => [event, lists]);
    service.clock.advance({ hours: 17 }); // 2026-03-03 02:00: 50 hours after the day of the list began
    await service.runMaintenance();
    await service.runMaintenance();
    assert.equal(await health(), "stale");
    assert.deepEqual(houses(), [["lists_stale", "ofac-sdn"]]);
    const checkedAt = "2026-03-03T01:00:00.000Z";
    const note = await manifestOf(first, signer, {
      createdAt: "2026-03-03T01:30:00.000Z",
      checkedAt,
    });
    await publishInto(folder, first, note);
    await service.refreshLists();
    await service.runMaintenance();
    assert.equal(await health(), "ok");
    assert.deepEqual(houses().at(-1), ["lists_fresh", undefined]);
    // A token lives an hour: another client's is younger.
    assert.deepEqual(await screened(service, removed, "globex"), ["CONFIRMED_MATCH", first.id]);
    assert.deepEqual([gauge("aval.lists.age"), gauge("aval.lists.unchecked")], [
      [50 * 3_600],
      [3_600],
    ]);
    const [list] = (await listsOf(service, "globex")).lists;
    assert.deepEqual([list.ageHours, list.checkedAt, list.stale], [50, checkedAt, false]);
    service.clock.advance({ hours: 48 });
    assert.equal(await health(), "stale");
  });
});

Deno.test("a manifest that nobody renews gets stale, whatever it says of its lists", async () => {
  await following(async (service, folder) => {
    const note = await manifestOf(first, signer, {
      createdAt: at("08:00"),
      checkedAt: "2099-01-01T00:00:00.000Z",
    });
    await publishInto(folder, first, note);
    await service.refreshLists();
    const [list] = (await listsOf(service)).lists;
    assert.deepEqual([list.checkedAt, list.stale], [at("08:00"), false]);
    const health = async () => (await (await service.fetch("/health")).json()).status;
    service.clock.advance({ hours: 47, minutes: 59 });
    assert.equal(await health(), "ok");
    service.clock.advance({ hours: 1, minutes: 1 });
    assert.equal(await health(), "stale");
  });
});

Deno.test("a live service does not start on a manifest that is not to be believed", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await publishInto(
    folder,
    first,
    await manifestOf(first, await testSigner(2), { createdAt: at("07:00") }),
  );
  const env = { AVAL_LISTS: `${folder}/lists.note#key=${signer.verifierKey}` };
  await assert.rejects(serviceInMemory({ mode: "live", env }), {
    message:
      "AVAL_LISTS: the manifest is not signed by the key that AVAL_LISTS names, or was changed",
  });
});

import assert from "node:assert/strict";
import { runAdmin } from "../support/admin.ts";
import { fixedClock } from "../support/clock.ts";
import { folderOf } from "../support/folder.ts";
import { CLEAR_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { roomyPolicy } from "../support/policy.ts";
import { seededRandom } from "../support/random.ts";
import { type Answer, serviceInMemory, type TestService } from "../support/service.ts";

const OLD = seededRandom(31).bytes(32).toBase64();
const NEW = seededRandom(32).bytes(32).toBase64();
const EXPORT = "/v1/screen/gdpr/export";
const ERASURE = "/v1/screen/gdpr/erasure-requests";
/** A policy under which a client is judged after an hour. */
const policy = {
  ...roomyPolicy,
  anomalies: {
    baselineHours: 1,
    historyHoursMin: 1,
    historyRequestsMin: 1,
    spikeRequestsMin: 20,
  },
};

interface Files {
  readonly folder: string;
  readonly kv: string;
}

async function withFiles(run: (files: Files) => Promise<void>): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await run({ folder, kv: `${folder}/kv.sqlite3` });
}

/** Runs the operator's command, under both secrets by default. */
async function operator(
  { kv }: Files,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {
    AVAL_SECRET_KEY: NEW,
    AVAL_SECRET_KEY_PREVIOUS: OLD,
  },
) {
  const { status, out, err } = await runAdmin(kv, args, {
    clock: fixedClock("2026-03-02T10:30:00.000Z"),
    variables: { AVAL_MODE: "live", ...variables },
  });
  assert.equal(status, 0, err);
  return { out, err };
}

/** The verifier keys that `admin audit checkpoint` prints. */
function verifierKeys(err: string): readonly string[] {
  return [...err.matchAll(/: (aval\/\S+)/g)].map(([, key = ""]) => key);
}

async function standalone(...args: readonly string[]): Promise<string> {
  const script = new URL("../../cli/verify_audit_export.ts", import.meta.url).pathname;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-config", "--no-prompt", "--allow-read", script, ...args],
  }).output();
  const text = new TextDecoder();
  assert.equal(code, 0, text.decode(stderr));
  return text.decode(stdout);
}

/**
 * Screens and reviews with idempotency keys. @returns the answers, and a function that repeats the
 * requests
 */
async function leaveTraces(service: TestService, mark: string) {
  const ask = async (of: TestService): Promise<readonly Answer[]> => {
    const acme = of.as("acme");
    const screened = await acme.post(
      "/v1/screen",
      { name: POSSIBLE_NAME, mode: "sandbox" },
      { "idempotency-key": `screen-${mark}` },
    );
    const path = `/v1/screen/${screened.body.meta.decisionId}/review`;
    const review = { decision: "escalated", notes: mark };
    return [screened, await acme.post(path, review, { "idempotency-key": `review-${mark}` })];
  };
  const first = await ask(service);
  assert.deepEqual(first.map(({ status }) => status), [200, 200]);
  return async (later: TestService) => {
    const again = await ask(later);
    assert.deepEqual(again.map(({ text }) => text), first.map(({ text }) => text));
    assert(again.every(({ headers }) => headers.get("idempotent-replayed") === "true"));
  };
}

Deno.test("chain, checkpoints, exports and replays outlive every rotation, a rewrap and restarts", async () => {
  await withFiles(async (files) => {
    const { folder, kv } = files;
    let seed = 40;
    const open = (current: string, previous?: string) =>
      serviceInMemory({
        seed: seed++,
        mode: "live",
        kv,
        policy,
        env: {
          AVAL_SECRET_KEY: current,
          ...(previous === undefined ? {} : { AVAL_SECRET_KEY_PREVIOUS: previous }),
        },
      });
    const asked: ((later: TestService) => Promise<void>)[] = [];
    {
      await using service = await open(OLD);
      const erased = await leaveTraces(service, "erased");
      await erased(service);
      const { body } = await service.as("acme").post(ERASURE, {});
      assert.equal(body.deleted.idempotencyRecords, 2);
      await assert.rejects(erased(service), "an erased key is as new");
      await service.as("acme").post(ERASURE, {});
      asked.push(await leaveTraces(service, "under-old"));
      await service.runMaintenance();
      service.clock.advance({ hours: 1, minutes: 5 });
      const burst = service.as("globex", { roles: ["credentials-api-client"] });
      await burst.post("/v1/screen", { name: CLEAR_NAME });
      await service.runMaintenance();
    }
    const before = await operator(files, ["audit", "checkpoint"], { AVAL_SECRET_KEY: OLD });
    await Deno.writeTextFile(`${folder}/kept`, before.out);
    {
      await using service = await open(NEW, OLD);
      service.clock.advance({ hours: 1, minutes: 10 });
      asked.push(await leaveTraces(service, "under-both"));
      await operator(files, ["keys", "rewrap"]);
      for (const purpose of ["idempotency", "at-rest", "audit-signing"]) {
        await operator(files, ["keys", "rotate", purpose]);
      }
      // Signed by a key that the running server has not heard of.
      await service.auditEvents();
      await operator(files, ["audit", "checkpoint"]);
      const { text } = await service.as("acme").get(EXPORT);
      await Deno.writeTextFile(`${folder}/meanwhile.json`, text);
      assert.match(
        await standalone(`${folder}/meanwhile.json`),
        /^[1-9]\d* entries are proven/,
      );
      for (const again of asked) await again(service);
      asked.push(await leaveTraces(service, "after-rotation"));
      const acme = service.as("acme");
      for (let n = 0; n < 150; n++) await acme.get("/v1/screen/usage");
      await service.runMaintenance();
      const kinds = (await service.auditEvents()).map(({ kind }) => kind);
      assert(kinds.includes("CLIENT_AUTO_THROTTLED"), "a burst is on the chain");
      const alarms = service.logLines.filter((line) => line.includes(`"level":"error"`));
      assert.deepEqual(alarms, []);
    }
    await using service = await open(NEW);
    service.clock.advance({ hours: 2 });
    for (const again of asked) await again(service);
    const { text, body } = await service.as("acme").get(EXPORT);
    const events = await service.auditEvents();
    assert.equal(
      body.auditEntries.length,
      events.filter((event) => "clientId" in event && event.clientId === "acme").length - 1,
      "all but the export itself",
    );
    await Deno.writeTextFile(`${folder}/own.json`, text);
    const now = { AVAL_SECRET_KEY: NEW };
    const { err } = await operator(files, ["audit", "checkpoint"], now);
    const keys = verifierKeys(err);
    assert.equal(keys.length, 2, "the one that signs, and the one of before the rotation");
    const trusted = keys.flatMap((key) => ["--key", key]);
    await operator(files, ["audit", "export", "--out", `${folder}/all.jsonl`], now);
    const since = ["--since", `${folder}/kept`];
    for (const file of ["own.json", "all.jsonl"]) {
      assert.match(
        await standalone(`${folder}/${file}`, ...trusted, ...since),
        /entries are proven .*\n$/,
      );
    }
    const kept = ["--checkpoint", `${folder}/kept`];
    for (const more of [[], kept, [...trusted, ...kept]]) {
      const { out } = await operator(files, ["audit", "verify", ...more], now);
      assert.match(out, new RegExp(`^entries ${events.length}\\n.*\\npending 0\\n`));
    }
  });
});

Deno.test("a close while housekeeping runs waits for it, and nothing is logged as a fault", async () => {
  await withFiles(async ({ kv }) => {
    let logLines: readonly string[];
    let runs: readonly Promise<void>[];
    {
      await using service = await serviceInMemory({ kv });
      for (let n = 0; n < 20; n++) {
        await service.as("acme").post("/v1/screen", { name: CLEAR_NAME });
      }
      logLines = service.logLines;
      runs = [service.runMaintenance(), service.runMaintenance()];
    }
    await Promise.all(runs);
    assert.deepEqual(logLines.filter((line) => line.includes(`"level":"error"`)), []);
  });
});

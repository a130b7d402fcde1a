import assert from "node:assert/strict";
import { runAdmin } from "../../../support/admin.ts";
import { putRecord } from "../../../support/clients.ts";
import { fixedClock } from "../../../support/clock.ts";
import { folderOf } from "../../../support/folder.ts";
import { liveEnvironment, serviceInMemory } from "../../../support/service.ts";

/** Names for the excerpt of fixtures/lists/ofac: a possible match, and none. */
const [possible, clear] = ["Aerocaribean Airlinas", "Hannelore Bistrupgaard"];

/** Runs a test on a store with matches of two clients over some minutes. */
async function withStore(
  run: (
    at: {
      readonly folder: string;
      evidence(...args: readonly string[]): ReturnType<typeof runAdmin>;
      readonly matches: readonly string[];
    },
  ) => Promise<void>,
): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const kv = `${folder}/kv.sqlite3`;
  await using service = await serviceInMemory({ kv, mode: "live" });
  await service.recordLists();
  await putRecord(service, "acme", { fourEyes: "all" });
  const matches: string[] = [];
  for (let round = 0; round < 3; round++) {
    for (const name of [possible, clear, clear]) {
      const { body } = await service.as("acme").post("/v1/screen", { name });
      if (name === possible) matches.push(body.meta.decisionId);
      service.clock.advance({ milliseconds: 5 });
    }
    await service.as("globex").post("/v1/screen", { name: clear });
    service.clock.advance({ minutes: 10 });
  }
  const review = async (id: string | undefined, reviewer: string, reasonCode: string) => {
    const body = { decision: "false_positive", reviewer, reasonCode };
    const { status, text } = await service.as("acme").post(`/v1/screen/${id}/review`, body);
    assert.equal(status, 200, text);
    service.clock.advance({ minutes: 5 });
  };
  await review(matches[0], "m.weber", "name_only");
  await review(matches[0], "a.rossi", "kind_differs");
  await review(matches[1], "M.Weber", "name_only");
  await putRecord(service, "acme", { fourEyes: "all", monitoring: true });
  const put = await service.as("acme").put("/v1/monitoring/subjects/c-1", { name: clear });
  assert.equal(put.status, 201, put.text);
  for (let run = 0; run < 2; run++) {
    assert.equal((await service.as("acme").post("/v1/monitoring/runs", {})).status, 202);
    await service.runMonitoring();
  }
  await service.auditEvents();
  const variables = await liveEnvironment();
  const clock = fixedClock(service.clock.now().toString());
  const evidence = (...args: readonly string[]) =>
    runAdmin(kv, ["evidence", ...args], { variables, clock });
  await run({ folder, evidence, matches });
}

/** Runs `admin verify-evidence`, which needs no store. */
function verify(folder: string, key: string) {
  return runAdmin(":memory:", ["verify-evidence", "--in", folder, "--key", key]);
}

/** Runs the verifier as an examiner. */
async function verifier(file: string) {
  const script = new URL("../../../../cli/verify_audit_export.ts", import.meta.url).pathname;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-config", "--no-prompt", "--allow-read", script, file],
  }).output();
  const text = new TextDecoder();
  return { code, says: text.decode(stdout) + text.decode(stderr) };
}

const period = ["--from", "2026-01-01", "--to", "2027-01-01"];

Deno.test("admin evidence writes a signed folder, whose sample is proven", async () => {
  await withStore(async ({ folder, evidence, matches }) => {
    const out = `${folder}/evidence`;
    const made = await evidence(...period, "--out", out, "--sample", "4", "--seed", "examiner-1");
    assert.equal(made.status, 0, made.err);
    const key = /Verifier key: (\S+)/.exec(made.err)?.[1] ?? "";
    const names = (await Array.fromAsync(Deno.readDir(out))).map(({ name }) => name).toSorted();
    assert.deepEqual(names, [
      ...["SHA256SUMS.note", "evidence.html", "evidence.json", "lists.csv", "matches.csv"],
      ...["matching.md", "rules.csv", "runs.csv", "sample.jsonl"],
    ]);
    for (const name of names) {
      assert.equal((await Deno.stat(`${out}/${name}`)).mode! & 0o777, 0o600, name);
    }
    const verified = await verify(out, key);
    assert.deepEqual([verified.status, verified.out], [
      0,
      "8 files match their signed digests\n",
    ]);
    const { code, says } = await verifier(`${out}/sample.jsonl`);
    assert.equal(code, 0, says);
    assert.match(says, /^4 entries are proven/);
    const { evidence: found } = JSON.parse(await Deno.readTextFile(`${out}/evidence.json`));
    assert.deepEqual(found.decisions, { CLEAR: 10, POSSIBLE_MATCH: 3, CONFIRMED_MATCH: 0 });
    assert.deepEqual(
      found.matches.map((match: Record<string, unknown>) => [
        ...[match["decisionId"], match["state"], match["reviewers"], match["reasons"]],
      ]),
      [
        [matches[0], "CLOSED", ["m.weber", "a.rossi"], ["name_only", "kind_differs"]],
        [matches[1], "PROPOSED", ["M.Weber"], ["name_only"]],
        [matches[2], "OPEN", [], []],
      ],
    );
    assert.equal(found.matches[0].hours, 0.6);
    assert.deepEqual(found.lists.map(({ until }: { until: unknown }) => until), [null, null]);
    assert.deepEqual(
      found.runs.map((run: Record<string, unknown>) => [
        ...[run["clientId"], run["run"], run["subjects"], run["minutesAfterLists"]],
      ]),
      [["acme", "requested", 1, 45], ["acme", "requested", 1, null]],
    );
    assert.equal(found.rules[0].decisions, 13);
    const page = await Deno.readTextFile(`${out}/evidence.html`);
    for (const said of ["<td>share</td><td>100.0 %</td>", "<td>m.weber</td>", "<h2>Limits</h2>"]) {
      assert(page.includes(said), said);
    }
  });
});

Deno.test("admin verify-evidence finds a file that was changed, added, or taken away", async (t) => {
  await withStore(async ({ folder, evidence }) => {
    const out = `${folder}/evidence`;
    const made = await evidence(...period, "--out", out);
    const key = /Verifier key: (\S+)/.exec(made.err)?.[1] ?? "";
    const kept = await Deno.readTextFile(`${out}/matches.csv`);
    const cases = [
      [
        "changed",
        () => Deno.writeTextFile(`${out}/matches.csv`, `${kept} `),
        /matches.csv differs/,
      ],
      ["gone", () => Deno.remove(`${out}/matches.csv`), /matches.csv is missing/],
      ["added", async () => {
        await Deno.writeTextFile(`${out}/matches.csv`, kept);
        await Deno.writeTextFile(`${out}/more.csv`, "");
      }, /more.csv was not signed/],
    ] as const;
    for (const [why, change, says] of cases) {
      await t.step(why, async () => {
        await change();
        const { status, err } = await verify(out, key);
        assert.equal(status, 1);
        assert.match(err, says);
      });
    }
    await t.step("another key", async () => {
      const other = key.replace(/.{44}$/, (text) => `A${text.slice(1)}`);
      assert.equal((await verify(out, other)).status, 1);
    });
  });
});

Deno.test("admin evidence counts what was said until the end of the period alone", async () => {
  await withStore(async ({ folder, evidence, matches }) => {
    const at = (await evidence(...period, "--out", `${folder}/all`)).status;
    assert.equal(at, 0);
    const all = JSON.parse(await Deno.readTextFile(`${folder}/all/evidence.json`));
    const [first] = all.evidence.matches;
    // Between the two reviews of the first match.
    const to = Temporal.Instant.from(first.closedAt).toString();
    const { status, err } = await evidence(
      ...["--from", first.decidedAt, "--to", to, "--out", `${folder}/part`, "--client", "acme"],
    );
    assert.equal(status, 0, err);
    const part = JSON.parse(await Deno.readTextFile(`${folder}/part/evidence.json`));
    assert.deepEqual(
      part.evidence.matches.map((match: Record<string, unknown>) => [
        match["decisionId"],
        match["state"],
      ]),
      [[matches[0], "PROPOSED"], [matches[1], "OPEN"], [matches[2], "OPEN"]],
    );
    assert.deepEqual(part.evidence.decisions.CLEAR, 6);
  });
});

Deno.test("admin evidence refuses a period, a folder and a sample that make no sense", async (t) => {
  await withStore(async ({ folder, evidence }) => {
    const cases = [
      [["--from", "2026-01-02", "--to", "2026-01-01", "--out", `${folder}/a`], 1],
      [["--from", "January", "--to", "2027-01-01", "--out", `${folder}/a`], 2],
      [[...period, "--out", folder], 1],
      [[...period, "--out", `${folder}/none/evidence`], 1],
      [[...period, "--out", `${folder}/a`, "--sample", "0"], 2],
      [[...period, "--out", `${folder}/a`, "--sample", "1001"], 2],
      [[...period], 2],
    ] as const;
    for (const [args, status] of cases) {
      await t.step(args.join(" ").replaceAll(folder, ""), async () => {
        assert.equal((await evidence(...args)).status, status);
      });
    }
    assert.equal(await Deno.stat(`${folder}/a`).catch(() => null), null);
  });
});

import assert from "node:assert/strict";
import { runAdmin } from "../../../support/admin.ts";
import { AcademicIssuerId, SignatoryId } from "../../../../core/credentials/issuer_schema.ts";
import { verifyStepUp } from "../../../../core/credentials/step_up/verify_step_up.ts";
import { LinkedEntry } from "../../../../core/audit/entry.ts";
import { openAuditLog } from "../../../../kv/audit/audit_log.ts";
import { entryPrefix } from "../../../../kv/audit/audit_records.ts";
import { openSignatories } from "../../../../kv/credentials/signatories.ts";
import { parseConfig } from "../../../../service/config/config.ts";
import { openStepUpAdapters } from "../../../../service/credentials/step_up.ts";
import { fixedClock } from "../../../support/clock.ts";
import { folderOf } from "../../../support/folder.ts";
import { seededRandom } from "../../../support/random.ts";
import { filePause, storeInMemory } from "../../../support/store.ts";

/** Runs commands on a store in a file, as operators do. */
async function withAdmin(
  run: (tools: {
    readonly location: string;
    readonly clock: ReturnType<typeof fixedClock>;
    readonly call: (
      args: readonly string[],
      variables?: Readonly<Record<string, string>>,
    ) => Promise<{ readonly status: number; readonly out: string; readonly err: string }>;
  }) => Promise<void>,
): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const location = `${folder}/kv.sqlite3`;
  const [clock, random] = [fixedClock(), seededRandom(7)];
  await run({
    location,
    clock,
    call: async (args, variables = {}) => {
      return await runAdmin(location, args, { variables, clock, random });
    },
  });
}

const put = (id: string, name = "Jana Nováková", issuer = "sandbox-university") => [
  "signatory",
  "put",
  id,
  "--issuer",
  issuer,
  "--subject",
  `${id}-sub`,
  "--name",
  name,
];

Deno.test("admin signatory put, list and remove, audited without a name", async () => {
  await withAdmin(async ({ call, location }) => {
    const made = await call(put("s1"));
    assert.deepEqual([made.status, made.out], [0, ""], made.err);
    assert.match(made.err, /^s1 is a signatory of sandbox-university now\n$/);
    assert.match((await call(put("s1", "Jana Svobodová"))).err, /changed/);
    await call(put("s2", "Zoë Example"));
    const listed = (await call(["signatory", "list"])).out.trim().split("\n");
    assert.deepEqual(listed.map((line) => JSON.parse(line)), [
      {
        id: "s1",
        academicIssuerId: "sandbox-university",
        name: "Jana Svobodová",
        idpSubject: "s1-sub",
      },
      {
        id: "s2",
        academicIssuerId: "sandbox-university",
        name: "Zoë Example",
        idpSubject: "s2-sub",
      },
    ]);
    assert.equal((await call(["signatory", "list", "--issuer", "another"])).out, "");
    assert.equal((await call(["signatory", "remove", "s2"])).status, 0);
    const gone = await call(["signatory", "remove", "s2"]);
    assert.deepEqual([gone.status, gone.err], [1, "admin: s2 is not a signatory\n"]);

    await using service = await storeInMemory(location);
    const found = openSignatories({ ...service, published: [] });
    assert.equal((await found.find(SignatoryId.parse("s1")))?.name, "Jana Svobodová");
    assert.equal(await found.find(SignatoryId.parse("s2")), null);
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const audit = openAuditLog({ ...service, log, pause: filePause });
    await audit.nudge();
    const entries = service.store.list(LinkedEntry, { prefix: entryPrefix });
    const events = JSON.stringify(await Array.fromAsync(entries, ({ value }) => value));
    assert.equal(events.match(/SIGNATORY_CHANGED/g)?.length, 4);
    assert(!/Jana|Zo|-sub/.test(events), events);
  });
});

Deno.test("admin signatory put refuses an issuer that is not on file, and what no record may hold", async () => {
  await withAdmin(async ({ call }) => {
    const unknown = await call(put("s1", "Jana", "nowhere"));
    assert.deepEqual([unknown.status, unknown.err], [
      1,
      "admin: nowhere is not an issuer: register it by issuer put\n",
    ]);
    const own = await call(put("sandbox-dean"));
    assert.deepEqual([own.status, own.err], [
      1,
      "admin: sandbox-dean is the sandbox's own, which takes precedence over any record\n",
    ]);
    // The sandbox's institution is nobody's in live.
    const secret = btoa(String.fromCharCode(...Array.from({ length: 32 }, (_, at) => at)));
    const live = { AVAL_MODE: "live", AVAL_SECRET_KEY: secret };
    assert.equal((await call(put("s1"), live)).status, 1);
    for (
      const args of [
        put("", "Jana"),
        put("s 1", "Jana"),
        put("s1", " "),
        put("s1", "two\nlines"),
        put("s1", "\u202egnirts"),
        put("s1", "n".repeat(201)),
        put("s1").slice(0, -2),
        put("s1").toSpliced(3, 2),
        put("s1").with(6, "sub with blanks"),
        [...put("s1"), "--name", "again"],
        ["signatory", "list", "s1"],
        ["signatory", "remove"],
      ]
    ) {
      const { status, out } = await call(args);
      assert.deepEqual([status, out], [2, ""], args.join(" "));
    }
  });
});

Deno.test("admin step-up sign prints what a sandbox takes once, alone on the last line", async () => {
  await withAdmin(async ({ call, location, clock }) => {
    await call(put("own"));
    const config = parseConfig({ AVAL_BASE_URL: "https://sandbox.example/aval" });
    assert(config.ok);
    const variables = { AVAL_BASE_URL: "https://sandbox.example/aval" };
    await using service = await storeInMemory(location);
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const runtime = { clock, log } as unknown as Parameters<typeof openStepUpAdapters>[1];
    const adapters = await openStepUpAdapters(config.value, runtime, service.store);
    const verify = (assertion: string, by: string) =>
      verifyStepUp({ ...adapters, log }, {
        assertion,
        academicIssuerId: AcademicIssuerId.parse("sandbox-university"),
        signatoryId: SignatoryId.parse(by),
      });
    for (const by of ["sandbox-registrar", "sandbox-registry-clerk", "sandbox-dean", "own"]) {
      const { status, out, err } = await call(["step-up", "sign", "--signatory", by], variables);
      assert.equal(status, 0, err);
      assert.match(out, /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\n$/);
      assert.match(
        err,
        /at https:\/\/sandbox\.example\/aval\/v1\/credentials, until 2026-03-02T09:05:00Z/,
      );
      const verified = await verify(out.trim(), by);
      assert(verified.ok, by);
      const other = by === "sandbox-dean" ? "own" : "sandbox-dean";
      assert(!(await verify(out.trim(), other)).ok);
    }
    const sign = ["step-up", "sign", "--signatory", "sandbox-dean"];
    const [one, two] = [await call(sign, variables), await call(sign, variables)];
    assert.notEqual(one.out, two.out);
    // For another address, and over after its lifetime and the skew.
    assert(!(await verify((await call(sign)).out.trim(), "sandbox-dean")).ok);
    const short = (await call([...sign, "--lifetime", "10s"], variables)).out.trim();
    clock.advance({ seconds: 69 });
    assert((await verify(short, "sandbox-dean")).ok);
    clock.advance({ seconds: 1 });
    assert(!(await verify(short, "sandbox-dean")).ok);
  });
});

Deno.test("admin step-up sign refuses live, unknown signatories and odd lifetimes", async () => {
  await withAdmin(async ({ call }) => {
    const sign = ["step-up", "sign", "--signatory", "sandbox-dean"];
    for (const mode of ["live", "Live", ""]) {
      const live = await call(sign, { AVAL_MODE: mode });
      assert.deepEqual([live.status, live.out], [1, ""]);
      assert.match(live.err, /only the identity provider signs/);
    }
    assert.equal((await call(["step-up", "sign", "--signatory", "nobody"])).status, 1);
    await call(put("own"));
    const nobody = await call(["step-up", "sign", "--signatory", "nobody"]);
    assert.match(nobody.err, /^admin: nobody is not a signatory: .*sandbox-dean\n$/);
    for (const lifetime of ["0s", "2h", "5", "-5m"]) {
      assert.equal((await call([...sign, `--lifetime=${lifetime}`])).status, 2, lifetime);
    }
    assert.equal((await call(["step-up", "sign"])).status, 2);
    for (const variables of [{ AVAL_BASE_URL: "x" }, { PORT: "x" }, { AVAL_STEP_UP_ACR: "a b" }]) {
      const { status, out } = await call(sign, variables);
      assert.deepEqual([status, out], [1, ""]);
    }
  });
});

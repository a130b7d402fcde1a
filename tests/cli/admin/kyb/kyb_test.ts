import assert from "node:assert/strict";
import { PUBLISHED_SANDBOX_KEY } from "../../../../service/config/sandbox_secret.ts";
import { POSSIBLE_NAME } from "../../../support/names.ts";
import { reviewsPath } from "../../../support/kyb_reviews.ts";
import { COMPLETE, OWNER } from "../../../support/onboarding.ts";
import { DOUBTFUL, type KybTest, withKyb } from "../../../support/kyb.ts";

const alice = ["--operator", "alice"] as const;
const bob = ["--operator", "bob"] as const;
const because = ["--rationale", "Seen the papers"] as const;

/** Returns the lines of a listing. */
async function listed({ done }: Pick<KybTest, "done">) {
  const out = await done("kyb", "list");
  return out === "" ? [] : out.trimEnd().split("\n").map((line) => JSON.parse(line));
}

async function client({ done }: Pick<KybTest, "done">, id = "acme") {
  return JSON.parse(await done("client", "get", id));
}

async function kindsOf({ service }: KybTest): Promise<readonly string[]> {
  return (await service.auditEvents()).map(({ kind }) => kind);
}

Deno.test("admin kyb takes a draft to an approved client by two operators, without losing its record", async () => {
  await withKyb(async (test) => {
    const { apply, done, folder, run } = test;
    await Deno.writeTextFile(`${folder}/acme.json`, '{"ipAllowlist":["192.0.2.0/24"]}');
    await done("client", "put", "acme", "--file", `${folder}/acme.json`);
    const draftId = await apply(DOUBTFUL);
    assert.deepEqual((await listed(test)).map(({ id, status }) => [id, status]), [
      [draftId, "DRAFT"],
    ]);
    const id = (await done("kyb", "accept", draftId, "--client", "acme", ...alice)).trim();
    const held = await client(test);
    assert.deepEqual([held.status, held.suspendedBy, held.ipAllowlist], [
      "SUSPENDED",
      ["KYB"],
      ["192.0.2.0/24"],
    ]);
    assert.equal(held.kybApplicationId, null);
    assert.deepEqual((await listed(test)).map((row) => [row.id, row.status, row.clientId]), [
      [id, "NEEDS_REVIEW", "acme"],
    ]);

    for (const again of ["alice", "ALICE"]) {
      const same = await run("kyb", "approve", id, ...because, "--operator", again);
      assert.deepEqual([same.status, same.out], [1, ""]);
      assert.match(same.err, /alice has accepted it: another operator decides/i);
    }
    const { checks } = JSON.parse(await done("kyb", "show", id, "--json"));
    const [check] = checks.filter((one: { evidence: { classification?: string } }) =>
      one.evidence.classification === "POSSIBLE_MATCH"
    );
    const open = await run("kyb", "approve", id, ...because, ...bob);
    assert.equal(open.status, 1);
    assert.match(open.err, new RegExp(`Findings are open: ${check.id}\\. Judge them`));
    const judge = (judgement: string) =>
      done("kyb", "check", id, check.id, "--judgement", judgement, ...because, ...alice);
    for (const judgement of ["escalated", "confirmed_match"]) {
      await judge(judgement);
      assert.equal((await run("kyb", "approve", id, ...because, ...bob)).status, 1);
    }
    await judge("false_positive");
    assert.match(await done("kyb", "show", id), /false_positive by alice/);
    assert.deepEqual((await client(test)).suspendedBy, ["KYB"]);
    await done("kyb", "approve", id, ...because, ...bob);
    const approved = await client(test);
    assert.deepEqual(
      [approved.status, approved.suspendedBy, approved.kybApplicationId, approved.ipAllowlist],
      ["ACTIVE", [], id, ["192.0.2.0/24"]],
    );

    for (const verb of ["approve", "reject"]) {
      const again = await run("kyb", verb, id, ...because, ...bob);
      assert.equal(again.status, 1);
      assert.match(again.err, /is APPROVED already, and stays so/);
    }
    const late = await run(
      ...["kyb", "check", id, check.id, "--judgement", "escalated", ...because, ...bob],
    );
    assert.match(late.err, /waits for no review any more/);
    assert.deepEqual((await kindsOf(test)).filter((kind) => /^KYB|^CLIENT/.test(kind)), [
      "KYB_ONBOARDING_DRAFTED",
      "CLIENT_CHANGED",
      "CLIENT_CHANGED",
      "KYB_APPLICATION_CREATED",
      "KYB_CHECK_JUDGED",
      "KYB_CHECK_JUDGED",
      "KYB_CHECK_JUDGED",
      "CLIENT_CHANGED",
      "KYB_APPLICATION_DECIDED",
    ]);
  });
});

Deno.test("approve lifts the suspension of KYB alone, and client put lifts any other", async () => {
  await withKyb(async (test) => {
    const { apply, done, folder, run } = test;
    const file = `${folder}/acme.json`;
    const put = async (record: unknown) => {
      await Deno.writeTextFile(file, JSON.stringify(record));
      return await run("client", "put", "acme", "--file", file);
    };
    await put({ status: "SUSPENDED" });
    assert.deepEqual((await client(test)).suspendedBy, ["OPERATOR"]);
    const id = (await done("kyb", "accept", await apply(), "--client", "acme", ...alice)).trim();
    assert.deepEqual((await client(test)).suspendedBy, ["KYB", "OPERATOR"]);
    const lifting = await put({ ...await client(test), status: "ACTIVE" });
    assert.equal(lifting.status, 1);
    assert.match(lifting.err, /Its KYB suspends the client/);
    const stale = await client(test);
    await done("kyb", "approve", id, ...because, ...bob);
    const approved = await client(test);
    assert.deepEqual([approved.status, approved.suspendedBy], ["SUSPENDED", ["OPERATOR"]]);
    // A file from before the approval neither brings its suspension back nor takes the link.
    const unlinking = await put(stale);
    assert.equal(unlinking.status, 1);
    assert.match(unlinking.err, /kybApplicationId: must stay/);
    const back = await put({ ...stale, kybApplicationId: id });
    assert.equal(back.status, 0, back.err);
    assert.deepEqual((await client(test)).suspendedBy, ["OPERATOR"]);
    assert.equal((await put({ ...await client(test), status: "ACTIVE" })).status, 0);
    assert.deepEqual((await client(test)).status, "ACTIVE");
  });
});

Deno.test("a draft is accepted once, a client has one open application, a rejected one stays suspended", async () => {
  await withKyb(async (test) => {
    const { apply, done, run } = test;
    const [one, two] = [await apply(), await apply()];
    const id = (await done("kyb", "accept", one, "--client", "acme", ...alice)).trim();
    const again = await run("kyb", "accept", one, "--client", "globex", ...alice);
    assert.deepEqual([again.status, again.out], [1, ""]);
    assert.match(again.err, /or it was accepted/);
    assert.match((await run("client", "get", "globex")).err, /has no record/);
    const second = await run("kyb", "accept", two, "--client", "acme", ...alice);
    assert.match(second.err, /acme has an undecided application/);
    await done("kyb", "reject", id, ...because, ...bob);
    const { status, suspendedBy, kybApplicationId } = await client(test);
    assert.deepEqual([status, suspendedBy, kybApplicationId], ["SUSPENDED", ["KYB"], null]);
    const anew = (await done("kyb", "accept", two, "--client", "acme", ...alice)).trim();
    await done("kyb", "approve", anew, ...because, ...bob);
    assert.equal((await client(test)).kybApplicationId, anew);
    const deleted = await run("client", "delete", "acme");
    assert.match(deleted.err, /KYB application/);
  });
});

Deno.test("a deployment that is live now accepts no draft of the sandbox that it was", async () => {
  const variables = { AVAL_MODE: "live", AVAL_SECRET_KEY: PUBLISHED_SANDBOX_KEY };
  await withKyb(async (test) => {
    const draftId = await test.apply();
    assert.deepEqual(await listed(test), []);
    const accepted = await test.run("kyb", "accept", draftId, "--client", "acme", ...alice);
    assert.deepEqual([accepted.status, accepted.out], [1, ""]);
    assert.match(accepted.err, /No live draft has the ID/);
    assert.match((await test.run("client", "get", "acme")).err, /has no record/);
  }, { variables });
});

Deno.test("an application of the sandbox that a deployment was reads as not there once it is live", async () => {
  await withKyb(async (test) => {
    const { apply, done, runWith } = test;
    const id = (await done("kyb", "accept", await apply(DOUBTFUL), "--client", "acme", ...alice))
      .trim();
    const { checks } = JSON.parse(await done("kyb", "show", id, "--json"));
    const before = await client(test);
    const live = { AVAL_MODE: "live", AVAL_SECRET_KEY: PUBLISHED_SANDBOX_KEY };
    const judged = ["--judgement", "false_positive", ...because, ...bob];
    const acts = [
      ["show", id],
      ["check", id, checks.at(-1).id, ...judged],
      ["approve", id, ...because, ...bob],
      ["reject", id, ...because, ...bob],
      ["export", "acme", "--out", "-"],
    ];
    for (const args of acts) {
      const { status, out, err } = await runWith(live, "kyb", ...args);
      assert.deepEqual([status, out], [1, ""], args[0]);
      assert.match(err, /No (live|KYB record).*(has the ID|\(live\))/);
    }
    assert.deepEqual(await client(test), before);
    assert.equal(JSON.parse(await done("kyb", "show", id, "--json")).application.decision, null);
  });
});

Deno.test("a name that could not be screened stands in an approval's way until somebody judges it", async () => {
  await withKyb(async ({ apply, done, run }) => {
    const unread = { ...COMPLETE.persons[0], fullName: "---" };
    const draftId = await apply({ ...COMPLETE, persons: [...COMPLETE.persons, unread] });
    const id = (await done("kyb", "accept", draftId, "--client", "acme", ...alice)).trim();
    const { checks } = JSON.parse(await done("kyb", "show", id, "--json"));
    const [check] = checks.filter((one: { evidence: { classification?: string | null } }) =>
      one.evidence.classification === null
    );
    const open = await run("kyb", "approve", id, ...because, ...bob);
    assert.equal(open.status, 1);
    assert.match(open.err, new RegExp(`Findings are open: ${check.id}\\.`));
    const judged = ["--judgement", "false_positive", ...because, ...alice];
    await done("kyb", "check", id, check.id, ...judged);
    await done("kyb", "approve", id, ...because, ...bob);
  });
});

Deno.test("a rejected application of a client whom another one admitted is kept as long as that one", async () => {
  await withKyb(async ({ apply, done }) => {
    const decided = async (verb: string) => {
      const id = (await done("kyb", "accept", await apply(), "--client", "acme", ...alice)).trim();
      await done("kyb", verb, id, ...because, ...bob);
      return id;
    };
    const endOf = async (id: string) =>
      JSON.parse(await done("kyb", "show", id, "--json")).application.keptUntil;
    const [early, approved, late] = [
      await decided("reject"),
      await decided("approve"),
      await decided("reject"),
    ];
    assert.match(await endOf(early), /^2031-/);
    assert.deepEqual([await endOf(approved), await endOf(late)], [null, null]);
    assert.match(await done("client", "offboard", "acme"), /^kybApplicationsKept\t3$/m);
    assert.match(await endOf(approved), /^2031-/);
    assert.equal(await endOf(late), await endOf(approved));
  });
});

Deno.test("client put neither links an application nor lets in whom its file says is SUSPENDED", async () => {
  await withKyb(async (test) => {
    const { apply, done, folder, run } = test;
    const put = async (record: unknown) => {
      await Deno.writeTextFile(`${folder}/acme.json`, JSON.stringify(record));
      return await run("client", "put", "acme", "--file", `${folder}/acme.json`);
    };
    for (const by of ["KYB", "OFFBOARDING"]) {
      const refused = await put({ status: "SUSPENDED", suspendedBy: [by] });
      assert.equal(refused.status, 1);
      assert.match(refused.err, new RegExp(`suspendedBy: ${by} does not suspend the client now`));
    }
    assert.match((await run("client", "get", "acme")).err, /has no record/);
    const id = (await done("kyb", "accept", await apply(), "--client", "acme", ...alice)).trim();
    const held = await client(test);
    const linking = await put({ ...held, kybApplicationId: id });
    assert.equal(linking.status, 1);
    assert.match(linking.err, /kyb approve alone links an application/);
    assert.equal((await put({ ...held, allowedDomain: "app.example.com" })).status, 0);
    assert.deepEqual(await client(test), { ...held, allowedDomain: "app.example.com" });
  });
});

Deno.test("a draft that nobody accepted for 30 days is neither listed nor accepted", async () => {
  await withKyb(async (test) => {
    const { apply, clock, run } = test;
    const draftId = await apply();
    clock.advance({ hours: 30 * 24 - 1 });
    assert.equal((await listed(test)).length, 1);
    clock.advance({ hours: 1 });
    assert.deepEqual(await listed(test), []);
    const accepted = await run("kyb", "accept", draftId, "--client", "acme", ...alice);
    assert.deepEqual([accepted.status, accepted.out], [1, ""]);
    assert.match((await run("client", "get", "acme")).err, /has no record/);
  });
});

Deno.test("of many operators at once one accepts, and one decides", async () => {
  await withKyb(async (test) => {
    const { apply, run } = test;
    const draftId = await apply();
    const accepted = await Promise.all(
      ["a", "b", "c"].map((to) => run("kyb", "accept", draftId, "--client", to, ...alice)),
    );
    assert.deepEqual(accepted.map(({ status }) => status).toSorted(), [0, 1, 1]);
    const id = accepted.map(({ out }) => out.trim()).join("");
    const decided = await Promise.all(
      ["approve", "reject", "approve"].map((verb) => run("kyb", verb, id, ...because, ...bob)),
    );
    assert.deepEqual(decided.map(({ status }) => status).toSorted(), [0, 1, 1]);
    const kinds = await kindsOf(test);
    const count = (kind: string) => kinds.filter((one) => one === kind).length;
    assert.deepEqual(
      [count("KYB_APPLICATION_CREATED"), count("KYB_APPLICATION_DECIDED")],
      [1, 1],
    );
  });
});

Deno.test("admin kyb export writes the rows in full, once, for nobody else to read", async () => {
  await withKyb(async ({ apply, done, folder, run }) => {
    const draftId = await apply(DOUBTFUL);
    const id = (await done("kyb", "accept", draftId, "--client", "acme", ...alice)).trim();
    const file = `${folder}/export.json`;
    await done("kyb", "export", "acme", "--out", file);
    assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);
    const rows = JSON.parse(await Deno.readTextFile(file));
    assert.equal(rows.client.clientId, "acme");
    assert.deepEqual(rows.applications.map((row: { id: string }) => row.id), [id]);
    assert.deepEqual(
      rows.ubos.map((row: { fullName: string; applicationId: string }) => [
        row.fullName,
        row.applicationId,
      ]).at(-1),
      [POSSIBLE_NAME, id],
    );
    const ids = new Set(rows.ubos.map((row: { id: string }) => row.id));
    assert.equal(ids.size, 3);
    assert.deepEqual(rows.checks.map(({ kind }: { kind: string }) => kind).toSorted(), [
      "entity_screening",
      "person_screening",
      "person_screening",
      "person_screening",
      "registry",
    ]);
    assert.match((await run("kyb", "export", "acme", "--out", file)).err, /exists already/);
    assert.match((await run("kyb", "export", "globex", "--out", "-")).err, /No KYB record/);
  });
});

Deno.test("nothing personal of an application stands in clear in store, log or audit", async () => {
  await withKyb(async (test) => {
    const { apply, done, location, service } = test;
    const id = (await done("kyb", "accept", await apply(DOUBTFUL), "--client", "acme", ...alice))
      .trim();
    const { checks } = JSON.parse(await done("kyb", "show", id, "--json"));
    for (const check of checks) {
      if (check.evidence.classification !== "POSSIBLE_MATCH") continue;
      const secret = ["--rationale", "Margaret told us so"];
      await done(
        ...["kyb", "check", id, check.id, "--judgement", "false_positive", ...secret, ...alice],
      );
    }
    await done("kyb", "approve", id, "--rationale", "Margaret told us so", ...bob);
    const events = JSON.stringify(await service.auditEvents());
    const files = await Promise.all(
      ["", "-wal"].map((end) => Deno.readFile(`${location}${end}`).catch(() => new Uint8Array())),
    );
    const stored = files.map((bytes) => new TextDecoder("latin1").decode(bytes)).join("");
    const everything = [events, service.logLines.join(""), stored].join("");
    for (const personal of [POSSIBLE_NAME, OWNER.fullName, "Margaret told us so", OWNER.dob]) {
      assert(!everything.includes(personal), `${personal} stands in clear`);
    }
    assert(stored.includes("kyb_application"));
  });
});

Deno.test("admin kyb on a terminal prints tables without colours, and nothing steers it", async () => {
  await withKyb(async ({ apply, done }) => {
    const id = (await done("kyb", "accept", await apply(DOUBTFUL), "--client", "acme", ...alice))
      .trim();
    await apply();
    const list = await done("kyb", "list");
    assert.match(list, /^ID +STATUS +CLIENT +SINCE +COMPANY +REGISTER +ADVICE\n/);
    const show = await done("kyb", "show", id);
    assert.match(show, /POSSIBLE_MATCH; .*OPEN\n/);
    assert.match(
      show,
      new RegExp(`^  persons\\[2\\], declared person 3: ${POSSIBLE_NAME}; director;`, "m"),
    );
    assert.match(show, /\nNext: judge what is OPEN \(1\)[^]*by another operator than alice\n$/);
    const [draftId = ""] = /(?<=of draft )\S+/.exec(show) ?? [];
    assert.match(await done("kyb", "show", draftId), /\nAccepted +2026-/);
    assert(!(list + show).includes("\u001b"), "an escape would begin a colour");
  }, { isTerminal: true });
});

Deno.test("admin kyb --help says what the kyb commands are, and no others", async () => {
  await withKyb(async ({ done, run }) => {
    const help = await done("kyb", "--help");
    const named = [...help.matchAll(/^ {2}admin (\S+ \S+)/gm)].map(([, act]) => act);
    assert.deepEqual(named, [
      "kyb list",
      "kyb show",
      "kyb accept",
      "kyb check",
      "kyb approve",
      "kyb reject",
      "kyb export",
    ]);
    assert.match(help, /^admin: .*\n\n[^]*\nVariables\n/);
    assert.match(await done("--help"), /admin store backup/);
    assert.match((await run("kyb")).err, /Name a command: kyb list, [a-z, ]*kyb export\./);
  });
});

Deno.test("admin kyb refuses wrong usage with status 2", async (t) => {
  const id = "01890a5d-ac96-774b-bcce-b302099a8057";
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [["accept", id, "--client", "acme"], /--operator ID is needed/],
    [["accept", "draft", "--client", "acme", ...alice], /needs the ID of a draft/],
    [["check", id, id, "--judgement", "fine", ...because, ...alice], /--judgement takes one of/],
    [["approve", id, ...alice], /--rationale TEXT is needed/],
    [["approve", id, "--rationale", " ", ...alice], /1 to 1000 characters/],
    [["reject", id, id, ...because, ...alice], /Unexpected argument/],
    [["show"], /needs an ID/],
    [["export", "acme"], /--out FILE or --out - is needed/],
  ];
  await withKyb(async ({ run }) => {
    for (const [args, says] of cases) {
      await t.step(args.join(" "), async () => {
        const { status, err } = await run("kyb", ...args);
        assert.equal(status, 2);
        assert.match(err, says);
      });
    }
    const none = await run("kyb", "approve", id, ...because, ...alice);
    assert.deepEqual([none.status, none.out], [1, ""]);
    assert.match(none.err, /No sandbox application has the ID/);
  });
});

Deno.test("admin kyb show has the latest review draft beside its application", async () => {
  await withKyb(async ({ apply, done, service }) => {
    const id = (await done("kyb", "accept", await apply(DOUBTFUL), "--client", "acme", ...alice))
      .trim();
    assert.equal(JSON.parse(await done("kyb", "show", id, "--json")).review, null);
    assert.doesNotMatch(await done("kyb", "show", id), /review draft/);
    await service.as("staff").post(reviewsPath(id), undefined);
    const { body } = await service.as("staff").post(reviewsPath(id), undefined);
    const { judgedBy, ...review } = JSON.parse(await done("kyb", "show", id, "--json")).review;
    assert.deepEqual(review, body);
    assert.equal(judgedBy.settings.screeningEvidenceDays, 7);
    const shown = await done("kyb", "show", id);
    assert.match(shown, /\nLatest review draft, 2026-03-02T09:00:00.000Z: ESCALATE_RECOMMENDED\n/);
    for (const sentence of body.rationale.split("\n")) assert(shown.includes(`\n  ${sentence}\n`));
    // Whom the rationale names by place is found among the persons.
    const [, place] = /Declared person (\d) \(director\) may be an entry/.exec(body.rationale) ??
      [];
    assert(shown.includes(`\n  persons[2], declared person ${place}: ${POSSIBLE_NAME}; `), shown);
  });
});

import assert from "node:assert/strict";
import { type KybTest, withKyb } from "../../../support/kyb.ts";
import { COMPLETE, DIRECTOR } from "../../../support/onboarding.ts";

const alice = ["--operator", "alice"] as const;
const bob = ["--operator", "bob"] as const;
const because = ["--rationale", "Seen the papers"] as const;

async function client({ done }: Pick<KybTest, "done">) {
  return JSON.parse(await done("client", "get", "acme"));
}

async function kindsOf({ service }: KybTest): Promise<readonly string[]> {
  return (await service.auditEvents()).map(({ kind }) => kind);
}

/**
 * An application with a register entry and owners that leave much unexplained: only a director is
 * named.
 */
const UNEXPLAINED = {
  ...COMPLETE,
  registryCountry: "FI",
  registryNumber: "1234567-1",
  persons: [DIRECTOR],
};
const findings = ["NO_UBO_AND_NO_SMO", "OWNERSHIP_UNEXPLAINED", "REGISTRY_NOT_SUPPORTED"];
const named = (codes: readonly string[]) => codes.flatMap((code) => ["--acknowledge", code]);

Deno.test("admin kyb approve takes an approval that names every finding of register and owners", async () => {
  await withKyb(async (test) => {
    const { apply, done } = test;
    const id = (await done("kyb", "accept", await apply(UNEXPLAINED), "--client", "acme", ...alice))
      .trim();
    const shown = await done("kyb", "show", id);
    for (const code of findings) assert.match(shown, new RegExp(`--acknowledge ${code}\n`));
    // In any order, and once more than once.
    await done("kyb", "approve", id, ...because, ...bob, ...named([...findings, findings[0]!]));
    assert.equal((await client(test)).status, "ACTIVE");
    const { application } = JSON.parse(await done("kyb", "show", id, "--json"));
    assert.deepEqual(application.decision.acknowledged, findings);
    assert.match(await done("kyb", "show", id), new RegExp(`Despite      ${findings.join(", ")}`));
    const { applications } = JSON.parse(await done("kyb", "export", "acme", "--out", "-"));
    assert.deepEqual(applications[0].decision.acknowledged, findings);
    const decided = (await test.service.auditEvents()).filter(({ kind }) =>
      kind === "KYB_APPLICATION_DECIDED"
    );
    assert.deepEqual(decided.map((event) => "acknowledged" in event && event.acknowledged), [
      findings,
    ]);
  });
});

Deno.test("admin kyb approve refuses findings that are not acknowledged, or that there are not, by name", async () => {
  await withKyb(async (test) => {
    const { apply, done, run } = test;
    const id = (await done("kyb", "accept", await apply(UNEXPLAINED), "--client", "acme", ...alice))
      .trim();
    const before = await kindsOf(test);
    const cases = [
      [[], `Findings are not acknowledged: ${findings.join(", ")}\\.`],
      [findings.slice(1), `Findings are not acknowledged: ${findings[0]}\\.`],
      // Of lists, of persons, of another application, and of nothing.
      [
        [...findings, "PEP_FOUND", "PERSON_DOB_MISSING", "REGISTRY_INACTIVE", "constructor"],
        "has no such findings about registers or owners: " +
        "PEP_FOUND, PERSON_DOB_MISSING, REGISTRY_INACTIVE, constructor\\.",
      ],
      [[...findings.slice(1), "no_ubo_and_no_smo"], "no such findings .*: no_ubo_and_no_smo\\."],
    ] as const;
    for (const [codes, message] of cases) {
      const refused = await run("kyb", "approve", id, ...because, ...bob, ...named(codes));
      assert.deepEqual([refused.status, refused.out], [1, ""]);
      assert.match(refused.err, new RegExp(message));
    }
    const rejecting = await run("kyb", "reject", id, ...because, ...bob, ...named(findings));
    assert.equal(rejecting.status, 2);
    assert.match(rejecting.err, /--acknowledge belongs to kyb approve alone/);
    assert.deepEqual(await kindsOf(test), before);
    assert.equal((await client(test)).status, "SUSPENDED");
    await done("kyb", "reject", id, ...because, ...bob);
  });
});

Deno.test("an approval without findings acknowledges none, and says nothing of it", async () => {
  await withKyb(async (test) => {
    const { apply, done, run } = test;
    const id = (await done("kyb", "accept", await apply(), "--client", "acme", ...alice)).trim();
    const more = await run(
      ...["kyb", "approve", id, ...because, ...bob, "--acknowledge", "REGISTRY_NOT_FOUND"],
    );
    assert.match(more.err, /no such findings about registers or owners: REGISTRY_NOT_FOUND\./);
    await done("kyb", "approve", id, ...because, ...bob);
    const { application } = JSON.parse(await done("kyb", "show", id, "--json"));
    assert.deepEqual(Object.keys(application.decision), ["status", "by", "at", "rationale"]);
    const [decided] = (await test.service.auditEvents()).filter(({ kind }) =>
      kind === "KYB_APPLICATION_DECIDED"
    );
    assert(decided !== undefined && !("acknowledged" in decided));
  });
});

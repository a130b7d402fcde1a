import assert from "node:assert/strict";
import { runAdmin } from "../../../support/admin.ts";
import { AcademicIssuerId } from "../../../../core/credentials/issuer_schema.ts";
import {
  type CredentialTemplate,
  TemplateId,
} from "../../../../core/credentials/template_schema.ts";
import { openCredentialTemplates } from "../../../../kv/credentials/credential_templates.ts";
import { openDataKeys } from "../../../../kv/keys/data_keys.ts";
import { openStore } from "../../../../kv/opening/open_store.ts";
import { openUnits } from "../../../../kv/store/unit.ts";
import { fixedClock } from "../../../support/clock.ts";
import { folderOf } from "../../../support/folder.ts";
import { seededRandom } from "../../../support/random.ts";
import { locationOf } from "../../../support/store_location.ts";
import { filePause } from "../../../support/store.ts";
import { exampleTemplates } from "../../../support/templates.ts";

const [degree] = exampleTemplates;
const SECRET = seededRandom(99).bytes(32);
const ids = [
  "01890a5d-ac96-774b-bcce-b302099a8057",
  "01890a5d-ac96-774b-bcce-b302099a8058",
].map((id) => TemplateId.parse(id));

function template(
  id: TemplateId,
  changes: Partial<CredentialTemplate>,
): CredentialTemplate {
  return {
    id,
    mode: "sandbox",
    academicIssuerId: AcademicIssuerId.parse("alpha"),
    credentialType: "DEGREE_AWARD",
    claimsSchema: degree!.claimsSchema as CredentialTemplate["claimsSchema"],
    sdJwtDisclosureFrame: { _sd: ["award_title", "thesis"], thesis: { _sd: ["title"] } },
    status: "DRAFT",
    createdAt: "2026-01-01T00:00:00.000Z",
    submittedAt: null,
    reviewedAt: null,
    reviewNotes: null,
    ...changes,
  };
}

/** Runs a test on a store in a file with two templates, on which commands run too. */
async function withTemplates(
  run: (call: (...args: readonly string[]) => ReturnType<typeof callAdmin>) => Promise<void>,
): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const location = `${folder}/kv.sqlite3`;
  const runtime = { clock: fixedClock(), random: seededRandom(5), pause: filePause };
  const store = await openStore({ location: locationOf(location), ...runtime });
  const opening = { ...runtime, store, secrets: { current: SECRET } };
  const { "at-rest": atRest } = await openDataKeys(opening);
  const units = openUnits(store);
  const unit = units.begin();
  const pending = { status: "PENDING_REVIEW", mode: "live" } as const;
  for (
    const one of [
      template(ids[0]!, { reviewNotes: "a\u001b[31mred" }),
      template(ids[1]!, pending),
    ]
  ) {
    openCredentialTemplates({ store, mode: one.mode, atRest }).add(unit, one);
  }
  await units.commit(unit);
  store.close();
  await run((...args) => callAdmin(location, args));
}

async function callAdmin(location: string, args: readonly string[]) {
  return await runAdmin(location, args, {
    random: seededRandom(9),
    variables: { AVAL_SECRET_KEY: SECRET.toBase64() },
  });
}

Deno.test("admin template list prints templates of either mode, and those of a status", async () => {
  await withTemplates(async (call) => {
    const all = await call("template", "list");
    assert.equal(all.status, 0, all.err);
    const rows = all.out.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(rows.map(({ id }) => id).toSorted(), ids);
    const pending = await call("template", "list", "--status", "PENDING_REVIEW", "--json");
    assert.equal(JSON.parse(pending.out).id, ids[1]);
    assert.equal((await call("template", "list", "--status", "REJECTED")).out, "");
  });
});

Deno.test("admin template show prints what a reviewer reviews, and nothing a terminal obeys", async () => {
  await withTemplates(async (call) => {
    const { status, out, err } = await call("template", "show", ids[0]!);
    assert.equal(status, 0, err);
    assert.match(out, /^Status {7}DRAFT$/m);
    assert.match(out, /^ {2}award_title +string +required {2}selectively disclosable$/m);
    assert.match(out, /^ {2}award_date +string +required {2}always shown$/m);
    assert.match(
      out,
      /^ {2}thesis +object +optional {2}selectively disclosable, parts of it too$/m,
    );
    assert.match(out, /"maxLength": 500/);
    assert(!out.includes("\u001b"));
    assert.match((await call("template", "show", ids[1]!)).out, /\(live\)/);
  });
});

Deno.test("admin template refuses what it cannot read", async () => {
  await withTemplates(async (call) => {
    for (
      const args of [
        ["list", "--status", "draft"],
        ["list", "x"],
        ["show"],
        ["show", "x"],
        ["show", ids[0]!, "x"],
        ["review", ids[0]!],
      ]
    ) {
      assert.equal((await call("template", ...args)).status, 2, args.join(" "));
    }
    const unknown = await call("template", "show", "01890a5d-ac96-774b-bcce-b302099a8059");
    assert.deepEqual([unknown.status, unknown.out], [1, ""]);
    assert.match(unknown.err, /No template/);
  });
});

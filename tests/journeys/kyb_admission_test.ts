import assert from "node:assert/strict";
import { admin } from "../../cli/admin.ts";
import { registerFileBounds } from "../../sources/registers/register_file_bounds.ts";
import { openRegisterBuilder } from "../../sources/registers/build_registers.ts";
import { readRegisterFile } from "../../sources/registers/read_registers.ts";
import { CLEAR_NAME } from "../support/names.ts";
import { COMPLETE, draftOf, onboardingPath } from "../support/onboarding.ts";
import { seededRandom } from "../support/random.ts";
import { liveEnvironment, serviceInMemory } from "../support/service.ts";
import { noPause } from "../support/store.ts";

/** A company that GLEIF's samples have. */
const DENTSU = {
  ...COMPLETE,
  legalName: "Dentsu International Ltd",
  registryCountry: "GB",
  registryNumber: "01403668",
};

/** GLEIF's sample records as a snapshot. */
async function writeSnapshot(to: string): Promise<void> {
  const builder = openRegisterBuilder();
  const name = "gleif-lei-data.json";
  const bytes = await Deno.readFile(new URL(`../../fixtures/kyb/${name}`, import.meta.url));
  assert(readRegisterFile({ name, bytes }, registerFileBounds, builder).ok);
  await Deno.writeFile(to, builder.finish().bytes);
}

Deno.test("an applicant whom a register knows is accepted, approved by another, and screens", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const random = seededRandom(31);
  try {
    await writeSnapshot(`${folder}/registers.bin`);
    await using service = await serviceInMemory({
      mode: "live",
      kv,
      env: { AVAL_REGISTRY_GLEIF: `${folder}/registers.bin` },
    });
    const run = async (...args: readonly string[]) => {
      const out: string[] = [];
      const status = await admin(args, {
        out: (text) => void out.push(text),
        err: () => {},
        location: kv,
        clock: service.clock,
        random,
        pause: noPause,
        variables: { ...await liveEnvironment(), AVAL_MODE: "live" },
      });
      assert.equal(status, 0);
      return out.join("").trim();
    };
    const key = { "idempotency-key": "application-1" };
    const anybody = service.as("anybody");
    const drafted = await anybody.post(onboardingPath, DENTSU, key);
    assert.equal(drafted.status, 200);
    const { evidence: { registry } } = await draftOf(service, drafted.body, "live");
    assert(registry.outcome === "verified");
    assert.match(registry.provider, /^gleif-snapshot:/);

    const acme = service.as("acme");
    const screen = async () => (await acme.post("/v1/screen", { name: CLEAR_NAME })).status;
    const { draftId } = drafted.body;
    const id = await run("kyb", "accept", draftId, "--client", "acme", "--operator", "alice");
    assert.equal(await screen(), 403);
    // The applicant reads the same as before: that somebody accepted it is told to nobody.
    assert.equal((await anybody.post(onboardingPath, DENTSU, key)).text, drafted.text);
    await run("kyb", "approve", id, "--rationale", "Papers seen", "--operator", "bob");
    assert.equal(await screen(), 200);
    await run("client", "offboard", "acme");
    // Its token is gone, and another one is of no use.
    assert.equal(await screen(), 401);
    const other = service.as("acme", { roles: ["another-token"] });
    assert.equal((await other.post("/v1/screen", { name: CLEAR_NAME })).status, 403);
    assert.equal(JSON.parse(await run("kyb", "export", "acme", "--out", "-")).ubos.length, 2);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

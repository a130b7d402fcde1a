import assert from "node:assert/strict";
import { openRegisterBuilder } from "../../sources/registers/build_registers.ts";
import { COMPLETE, draftOf, onboardingPath } from "../support/onboarding.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { recordedTelemetry } from "../support/telemetry.ts";

const record = {
  lei: "213800FERQ5LE3H7WJ58",
  legalName: "DENTSU INTERNATIONAL LIMITED",
  otherNames: [],
  jurisdiction: "GB",
  legalForm: null,
  legalFormText: null,
  entityStatus: "ACTIVE",
  registrationStatus: "LAPSED",
  registrationAuthority: "RA000585",
  registerNumber: "01403668",
  lastUpdate: "2018-05-01T00:00:00Z",
};
const another = {
  ...record,
  lei: "213800BJPX8V9HVY1Y11",
  registrationStatus: "ISSUED",
  registerNumber: "03004112",
};

/** Opens a live service over a snapshot whose newest record has this date. */
async function over(
  newestUpdate: string,
  test: (service: TestService, recorded: ReturnType<typeof recordedTelemetry>) => Promise<void>,
): Promise<void> {
  const file = await Deno.makeTempFile();
  try {
    const builder = openRegisterBuilder();
    builder.take(record);
    builder.take({ ...another, lastUpdate: newestUpdate });
    await Deno.writeFile(file, builder.finish().bytes);
    const recorded = recordedTelemetry();
    await using service = await serviceInMemory({
      mode: "live",
      env: { AVAL_REGISTRY_GLEIF: file },
      telemetry: recorded.telemetry,
    });
    await test(service, recorded);
  } finally {
    await Deno.remove(file);
  }
}

Deno.test("a company whose LEI lapsed is not verified, and the evidence says of when it is", async () => {
  await over("2023-04-25T13:18:00Z", async (service) => {
    const { status, body } = await service.as("x").post(onboardingPath, {
      ...COMPLETE,
      legalName: "Dentsu International Ltd",
      registryCountry: "GB",
      registryNumber: "01403668",
    });
    assert.equal(status, 200);
    assert.notEqual(body.recommendation, "SUBMIT_RECOMMENDED");
    const { registry } = (await draftOf(service, body, "live")).evidence;
    assert(registry.outcome === "mismatch");
    assert.deepEqual([registry.field, registry.recordUpdatedAt, registry.snapshotAt], [
      "status",
      "2018-05-01T00:00:00.000Z",
      "2023-04-25T13:18:00.000Z",
    ]);
  });
});

Deno.test("GET /v1/lists, metrics and log know how old a register's snapshot is", async (t) => {
  // The tests' clock says 2026-03-02T09:00Z; the policy's limit is 30 days.
  const cases = [
    { newestUpdate: "2026-03-01T09:00:00.000Z", ageHours: 24, stale: false },
    { newestUpdate: "2026-01-31T09:00:00.000Z", ageHours: 720, stale: false },
    { newestUpdate: "2026-01-31T08:00:00.000Z", ageHours: 721, stale: true },
    { newestUpdate: "2027-01-01T00:00:00.000Z", ageHours: 0, stale: false },
  ];
  for (const { newestUpdate, ageHours, stale } of cases) {
    await t.step(newestUpdate, async () => {
      await over(newestUpdate, async (service, { gauge }) => {
        const { registers: [register, ...more] } = (await service.as("acme").get("/v1/lists")).body;
        const { provider, id, ...dated } = register;
        assert.equal(provider, `gleif-snapshot:${id.slice(0, 12)}`);
        assert.deepEqual([dated, more], [{ newestUpdate, ageHours, stale, records: 2 }, []]);
        await service.runMaintenance();
        await service.runMaintenance();
        const logged = service.logLines.filter((line) => line.includes('"registers_stale"'));
        assert.equal(logged.length, stale ? 1 : 0);
        assert.equal(gauge("aval.registers.age")[0], ageHours * 3_600);
        assert.deepEqual(gauge("aval.registers.age.limit"), [30 * 86_400]);
      });
    });
  }
});

Deno.test("GET /v1/lists names no register in a sandbox, nor where none is a snapshot", async () => {
  await using sandbox = await serviceInMemory();
  assert.deepEqual((await sandbox.as("acme").get("/v1/lists")).body.registers, []);
  await using live = await serviceInMemory({ mode: "live" });
  assert.deepEqual((await live.as("acme").get("/v1/lists")).body.registers, []);
});

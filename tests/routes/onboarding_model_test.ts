import assert from "node:assert/strict";
import fc from "fast-check";
import { COMPLETE, DIRECTOR, draftOf, onboardingPath, OWNER } from "../support/onboarding.ts";
import { serviceInMemory } from "../support/service.ts";
import { runs } from "../support/runs.ts";

/** A live service with a drafting model that gives the test's answers. */
async function withModel(
  run: (
    service: Awaited<ReturnType<typeof serviceInMemory>>,
    say: (content: string) => void,
  ) => Promise<void>,
): Promise<void> {
  let content = "";
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => Response.json({ choices: [{ finish_reason: "stop", message: { content } }] }),
  );
  try {
    await using service = await serviceInMemory({
      mode: "live",
      env: {
        AVAL_DRAFTER_URL: `http://127.0.0.1:${server.addr.port}/v1/chat/completions`,
        AVAL_DRAFTER_MODEL: "speller-1",
      },
      policy: {
        rateLimits: { onboarding: { capacity: 10_000 } },
        kyb: { breakerFailuresMin: 1_000 },
      },
    });
    await run(service, (said) => void (content = said));
  } finally {
    await server.shutdown();
  }
}

const applications = [
  COMPLETE,
  { ...COMPLETE, registryCountry: "nowhere" },
  { ...COMPLETE, persons: [{ ...DIRECTOR, role: "bottle washer" }, OWNER] },
  { ...COMPLETE, persons: [DIRECTOR, { ...OWNER, fullName: "Thistlewood" }] },
];

Deno.test("nothing that a model answers changes a recommendation or a flag", async () => {
  await withModel(async (service, say) => {
    const draftAs = async (application: unknown, said: string) => {
      say(said);
      const { status, body } = await service.as("x").post(onboardingPath, application);
      assert.equal(status, 200);
      const { recommendation, flags } = await draftOf(service, body, "live");
      return { answered: body.recommendation, recommendation, flags };
    };
    const text = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom("EE", "director", "Margaret Thistle-Wood", "Hannelore Bistrupgaard", "100%"),
    );
    const person = fc.record({
      role: fc.oneof(fc.constantFrom("director", "ubo", "smo"), text),
      fullName: text,
      nationalities: fc.array(fc.constantFrom("DK", "GB"), { maxLength: 2 }),
      ownershipPercentage: fc.option(text),
    });
    const answer = fc.record({
      legalName: fc.oneof(fc.constant("Näidis Kaubandus Oü"), text),
      registryCountry: fc.option(text),
      registryNumber: fc.option(text),
      persons: fc.array(person, { minLength: 1, maxLength: 3 }),
    });
    const said = fc.oneof(answer, fc.anything()).map((some) => JSON.stringify(some) ?? "");
    for (const application of applications) {
      const without = await draftAs(application, "no JSON");
      const same = fc.asyncProperty(said, async (content) => {
        assert.deepEqual(await draftAs(application, content), without);
      });
      await fc.assert(same, { numRuns: runs(25) });
    }
  });
});

Deno.test("two requests are the same by the form of fixed rules, whatever a model made of either", async () => {
  await withModel(async (service, say) => {
    const key = { "idempotency-key": "form-1" };
    const answer = (legalName: string) =>
      JSON.stringify({
        legalName,
        registryCountry: "EE",
        registryNumber: "10000018",
        persons: [
          { ...DIRECTOR, nationalities: ["DK"], ownershipPercentage: null },
          { ...OWNER, role: "ubo", nationalities: ["GB"], ownershipPercentage: "100%" },
        ].map(({ role, fullName, nationalities, ownershipPercentage }) => ({
          role,
          fullName,
          nationalities,
          ownershipPercentage,
        })),
      });
    say(answer("NÄIDIS KAUBANDUS OÜ"));
    const first = await service.as("x").post(onboardingPath, COMPLETE, key);
    assert.equal(first.body.normalized.legalName, "NÄIDIS KAUBANDUS OÜ");
    say(answer("näidis kaubandus oü"));
    const again = await service.as("x").post(onboardingPath, COMPLETE, key);
    assert.equal(again.text, first.text);
    const { drafter } = await draftOf(service, first.body, "live");
    assert.deepEqual([drafter.kind, drafter.model?.name], ["ai", "speller-1"]);
  });
});

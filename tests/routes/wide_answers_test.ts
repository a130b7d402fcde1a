/** Answers to sessions under policy `verification.credentialQueries: wide`. */

import { DateOnly } from "@owf/mdoc";
import assert from "node:assert/strict";
import type { CheckType } from "../../core/verification/check_type.ts";
import { tagged } from "../../sandbox/wallet/cbor.ts";
import { openSandboxPack } from "../support/evidence.ts";
import { owfPresentation } from "../support/owf_mdoc.ts";
import { type Claims, ERIKA } from "../support/sandbox_wallet.ts";
import { libraryPid } from "../support/sd_jwt_library.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { pathOf, present, sendAnswer, start } from "../support/verifying.ts";
import { day, ERIKA_MDOC, pidDocument, wide } from "../support/wide_queries.ts";

/** Presents a PID issued by @owf/mdoc. */
async function libraryMdoc(
  service: TestService,
  checkType: CheckType,
  { id, pid, shown }: {
    readonly id: string;
    readonly pid: Readonly<Record<string, unknown>>;
    readonly shown: readonly string[];
  },
) {
  const started = await start(service.as("acme"), checkType);
  const { authorizationRequest: request } = started;
  const document = { docType: pidDocument, nameSpace: pidDocument, elements: pid, shown };
  const presentation = await owfPresentation(request, { ...document, now: service.clock.now() });
  return {
    started,
    reply: await sendAnswer(service, request, { vp_token: { [id]: [presentation] } }),
  };
}

const LISTED = { given_name: "Viktor", family_name: "Sandbergov" };

Deno.test("a PID that @owf/mdoc issues is screened as one that is an SD-JWT VC", async () => {
  await using service = await serviceInMemory({ policy: wide });
  const acme = service.as("acme");
  for (const nationality of [["RU"], "RU", ["RU", "DE"]]) {
    const { started, reply } = await libraryMdoc(service, "aml-identity", {
      id: "pid_aml_identity_mdoc",
      pid: { ...LISTED, birth_date: new DateOnly("1961-04-12"), nationality, sex: 1 },
      shown: ["given_name", "family_name", "birth_date", "nationality"],
    });
    assert.equal(reply.status, 200, reply.text);
    const session = await start(acme, "aml-identity");
    const nationalities = [nationality].flat();
    const sdJwt = await present(service, session, {
      pid_aml_identity: { ...LISTED, birthdate: "1961-04-12", nationalities },
    });
    assert.deepEqual(reply.body, { ...sdJwt.body, sessionId: started.sessionId });
    assert.equal(reply.body.templateVersion, "aml-identity@101");
    assert.deepEqual(
      [reply.body.amlResult, reply.body.sanctionedFlag],
      ["CONFIRMED_MATCH", true],
    );
  }
});

Deno.test("the evidence pack has the claims of a mobile document by path", async () => {
  await using service = await serviceInMemory({ policy: wide });
  const { started, reply } = await libraryMdoc(service, "str-guest-registration", {
    id: "pid_str_guest_registration_mdoc",
    pid: {
      given_name: "Erika",
      family_name: "Mustermann",
      birth_date: new DateOnly("1984-08-12"),
      document_number: "L01X00T47",
      portrait: new Uint8Array(16),
    },
    shown: ["given_name", "family_name", "birth_date", "document_number", "portrait"],
  });
  assert.deepEqual(reply.body.booleanProofs, { claimsVerified: true });
  const { body } = await service.as("acme").get(pathOf(started));
  const { document } = await openSandboxPack(body.decision.evidencePackCiphertext);
  const [credential] = document.credentials;
  assert.deepEqual([credential.format, credential.type], ["mso_mdoc", pidDocument]);
  assert.deepEqual(credential.claims, [
    { path: [pidDocument, "given_name"], values: ["Erika"] },
    { path: [pidDocument, "family_name"], values: ["Mustermann"] },
    { path: [pidDocument, "birth_date"], values: ["1984-08-12"] },
    { path: [pidDocument, "nationality"], values: [] },
    { path: [pidDocument, "document_number"], values: ["L01X00T47"] },
  ]);
  assert.equal(document.templateVersion, "str-guest-registration@101");
});

/** A name similar to a listed one, so that the nationality decides. */
const NEAR = { given_name: "Victor", family_name: "Sandburgov" };

/** Presents claims of a PID issued by @sd-jwt, with separate nationalities. */
async function libraryNationalities(
  service: TestService,
  nationalities: readonly string[],
  nationalitiesAt: readonly number[],
) {
  const started = await start(service.as("acme"), "aml-identity");
  const { authorizationRequest: request } = started;
  const pid = { ...NEAR, birthdate: "1961-04-12", nationalities, document_number: "1" };
  const presentation = await libraryPid(request, pid, {
    shown: ["given_name", "family_name", "birthdate", "nationalities"],
    now: service.clock.now(),
    nationalitiesAt,
  });
  const reply = await sendAnswer(service, request, {
    vp_token: { pid_aml_identity: [presentation] },
  });
  assert.equal(reply.status, 200, reply.text);
  const { body } = await service.as("acme").get(pathOf(started));
  const { document } = await openSandboxPack(body.decision.evidencePackCiphertext);
  const shown = document.credentials[0].claims.find((
    { path }: { path: readonly unknown[] },
  ) => path[0] === "nationalities");
  return { result: reply.body.amlResult, shown };
}

Deno.test("nationalities that are disclosed one by one are screened as far as they are shown", async () => {
  await using service = await serviceInMemory({ policy: wide });
  const path = ["nationalities", null];
  // Who is listed is of RU: another nationality contradicts, none does not.
  const cases = [
    { shown: [0, 1], values: ["RU", "FR"], result: "CONFIRMED_MATCH" },
    { shown: [0], values: ["RU"], result: "CONFIRMED_MATCH" },
    { shown: [1], values: ["FR"], result: "POSSIBLE_MATCH" },
    { shown: [], values: [], result: "CONFIRMED_MATCH" },
  ];
  for (const { shown, values, result } of cases) {
    assert.deepEqual(await libraryNationalities(service, ["RU", "FR"], shown), {
      result,
      shown: { path, values },
    });
  }
});

const SHOWN_LESS = { given_name: ERIKA.given_name, family_name: ERIKA.family_name };

Deno.test("a PID without nationalities is enough, and without a name or a birthdate is not", async (t) => {
  await using service = await serviceInMemory({ policy: wide });
  const { nationality: _, ...lessMdoc } = ERIKA_MDOC;
  const enough: Readonly<Record<string, Readonly<Record<string, Claims>>>> = {
    "SD-JWT VC": { pid_aml_identity: { ...SHOWN_LESS, birthdate: ERIKA.birthdate } },
    "SD-JWT VC, none shown": { pid_aml_identity: { ...ERIKA, nationalities: [] } },
    "mobile document": { pid_aml_identity_mdoc: lessMdoc },
  };
  for (const [why, claims] of Object.entries(enough)) {
    await t.step(why, async () => {
      const started = await start(service.as("acme"), "aml-identity");
      const { status, body } = await present(service, started, claims);
      assert.deepEqual([status, body.amlResult], [200, "CLEAR"]);
      assert.deepEqual(body.booleanProofs, { claimsVerified: true });
    });
  }
  const { birth_date: __, ...undated } = ERIKA_MDOC;
  const tooLittle: Readonly<Record<string, Readonly<Record<string, Claims>>>> = {
    "no birthdate": { pid_aml_identity: { ...SHOWN_LESS, nationalities: ["DE"] } },
    "no birth_date": { pid_aml_identity_mdoc: undated },
    "elements of the other format's names": { pid_aml_identity_mdoc: { ...ERIKA } },
  };
  for (const [why, claims] of Object.entries(tooLittle)) {
    await t.step(why, async () => {
      const started = await start(service.as("acme"), "aml-identity");
      const { status, body } = await present(service, started, claims);
      assert.deepEqual([status, body.error], [400, "invalid_presentation"]);
      assert.match(body.message, /: claim_missing \(/);
    });
  }
});

Deno.test("a guest and whoever logs in at the API may show a mobile document", async () => {
  await using service = await serviceInMemory({ policy: wide });
  const document_number = "L01X00T47";
  const cases = [
    ["str-guest-registration", { ...ERIKA_MDOC, document_number }, 200],
    ["str-guest-registration", ERIKA_MDOC, 400],
    ["login-authentication", { birth_date: day("1984-08-12") }, 200],
    ["login-authentication", {}, 400],
  ] as const;
  for (const [checkType, claims, status] of cases) {
    const started = await start(service.as("acme"), checkType);
    const id = `pid_${checkType.replaceAll("-", "_")}_mdoc`;
    const reply = await present(service, started, { [id]: claims });
    assert.equal(reply.status, status, reply.text);
    if (status === 200) assert.deepEqual(reply.body.booleanProofs, { claimsVerified: true });
    else assert.match(reply.body.message, /: claim_missing \(/);
  }
});

Deno.test("a claim of a mobile document that is not what it must be proves nothing", async (t) => {
  await using service = await serviceInMemory({ policy: wide });
  const odd: Readonly<Record<string, readonly unknown[]>> = {
    given_name: ["", 7, null, ["Erika"], "x".repeat(251)],
    family_name: ["  ", new Map([["name", "Mustermann"]])],
    birth_date: [
      day("2999-09-09"),
      day("1984-02-30"),
      tagged(0, "1984-08-12T00:00:00Z"),
      "1984",
      19840812,
      new Map([["birth_date", day("1984-08-12")]]),
    ],
    nationality: ["Germany", "de", null, 276, ["DE", null], [["DE"]], Array(17).fill("DE")],
  };
  for (const [name, values] of Object.entries(odd)) {
    for (const value of values) {
      await t.step(`${name}: ${JSON.stringify(value).slice(0, 40)}`, async () => {
        const started = await start(service.as("acme"), "aml-identity");
        const claims = { pid_aml_identity_mdoc: { ...ERIKA_MDOC, [name]: value } };
        const { status, body } = await present(service, started, claims);
        assert.deepEqual([status, body.error], [400, "invalid_presentation"]);
        const place = `(credential pid_aml_identity_mdoc, claim ${name})`;
        assert.equal(body.message, `The presentation does not verify: claim_unusable ${place}`);
      });
    }
  }
  for (const nationalities of ["DE", null, ["Germany"], { 0: "DE" }]) {
    await t.step(`nationalities: ${JSON.stringify(nationalities)}`, async () => {
      const started = await start(service.as("acme"), "aml-identity");
      const claims = { pid_aml_identity: { ...ERIKA, nationalities } };
      const { status, body } = await present(service, started, claims);
      assert.equal(status, 400);
      assert.match(
        body.message,
        /: claim_unusable \(credential pid_aml_identity, claim nationalities\)$/,
      );
    });
  }
  assert.deepEqual(await service.auditEvents(), []);
});

Deno.test("a photo ID proves an age: what it says, else by its date of birth", async (t) => {
  const born = (date: string, mask?: string) =>
    new Map<string, unknown>([
      ["birth_date", day(date)],
      ...(mask === undefined ? [] : [["approximate_mask", mask] as const]),
    ]);
  const cases: readonly (readonly [Claims, boolean | "claim_unusable" | "claim_missing"])[] = [
    [{ age_over_18: true }, true],
    [{ age_over_18: false }, false],
    [{ birth_date: day("2008-03-02") }, true],
    [{ birth_date: day("2008-03-03") }, false],
    [{ birth_date: born("2008-03-02") }, true],
    [{ birth_date: born("2008-03-03", "00000000") }, false],
    [{ birth_date: born("1984-01-01", "00001111") }, "claim_unusable"],
    [{ birth_date: born("1984-01-01", "") }, "claim_unusable"],
    [{ birth_date: new Map() }, "claim_unusable"],
    [{ birth_date: day("2999-01-01") }, "claim_unusable"],
    [{ birth_date: day("1984-02-30") }, "claim_unusable"],
    // What it says is never mended by what else it shows.
    [{ age_over_18: false, birth_date: day("1984-08-12") }, false],
    [{ age_over_18: "true", birth_date: day("1984-08-12") }, "claim_unusable"],
    [{ age_over_18: null, birth_date: day("1984-08-12") }, "claim_unusable"],
    [{ age_over_18: 1 }, "claim_unusable"],
    [{}, "claim_missing"],
    [{ age_over_21: true }, "claim_missing"],
  ];
  for (const checkType of ["age-verification", "restricted-purchase-alcohol-18"] as const) {
    await using service = await serviceInMemory({ policy: wide });
    for (const [claims, expected] of cases) {
      await t.step(`${checkType} ${JSON.stringify(claims)}: ${expected}`, async () => {
        const started = await start(service.as("acme"), checkType);
        const reply = await present(service, started, { photoid_age_over_18: claims });
        if (typeof expected === "boolean") {
          assert.deepEqual(reply.body.booleanProofs, { ageOver18: expected }, reply.text);
          return;
        }
        assert.equal(reply.status, 400);
        assert.match(reply.body.message, new RegExp(`: ${expected}`));
      });
    }
  }
});

Deno.test("what is specified is answered under the policy wide too, one credential at a time", async () => {
  await using service = await serviceInMemory({ policy: wide });
  const acme = service.as("acme");
  const birthdate = { birthdate: ERIKA.birthdate };
  const single: readonly (readonly [CheckType, Readonly<Record<string, Claims>>])[] = [
    ["age-verification", { av_age_over_18: { age_over_18: true } }],
    ["age-verification", { pid_birthdate: birthdate }],
    ["aml-identity", { pid_aml_identity: ERIKA }],
    ["login-authentication", { pid_login_authentication: birthdate }],
  ];
  for (const [checkType, claims] of single) {
    const reply = await present(service, await start(acme, checkType), claims);
    assert.deepEqual(Object.values(reply.body.booleanProofs), [true], reply.text);
  }
  const two: readonly (readonly [CheckType, Readonly<Record<string, Claims>>])[] = [
    ["aml-identity", { pid_aml_identity: ERIKA, pid_aml_identity_mdoc: ERIKA_MDOC }],
    ["age-verification", {
      pid_birthdate: birthdate,
      photoid_age_over_18: { age_over_18: true },
    }],
  ];
  for (const [checkType, claims] of two) {
    const reply = await present(service, await start(acme, checkType), claims);
    assert.equal(reply.status, 400);
    assert.match(reply.body.message, /: credential_set_unsatisfied$/);
  }
});

/** Policy `verification.credentialQueries: wide`: further claims that issuers send. */

import assert from "node:assert/strict";
import { DcqlQuery, runDcqlQuery } from "dcql";
import { CheckType } from "../../core/verification/check_type.ts";
import { sandboxAuthority } from "../../sandbox/invented/credentials.ts";
import { authorizePath, openBrowser } from "../support/login_journey.ts";
import { answerOf, ERIKA } from "../support/sandbox_wallet.ts";
import { ofSandboxClient } from "../support/sandbox_login.ts";
import { serviceInMemory } from "../support/service.ts";
import { trustIn } from "../support/trust.ts";
import { pathOf, present, sendAnswer, start } from "../support/verifying.ts";
import { runWallet } from "../support/wallet.ts";
import { day, ERIKA_MDOC, pidDocument, wide } from "../support/wide_queries.ts";

const photoId = "photoid_age_over_18 mso_mdoc org.iso.23220.photoid.1: " +
  "age_over_18=org.iso.23220.1/age_over_18, birth_date=org.iso.23220.1/birth_date; " +
  "age_over_18 or birth_date";
const age = [
  "av_age_over_18 mso_mdoc eu.europa.ec.av.1: eu.europa.ec.av.1/age_over_18",
  "pid_birthdate dc+sd-jwt urn:eudi:pid:1: birthdate",
  photoId,
];
const names = "given_name=given_name, family_name=family_name, birthdate=birthdate";
const elements = [
  `given_name=${pidDocument}/given_name`,
  `family_name=${pidDocument}/family_name`,
  `birthdate=${pidDocument}/birth_date`,
  `nationalities=${pidDocument}/nationality`,
].join(", ");
const lessThan = "given_name family_name birthdate";

/** The claims of checks that request more than specified. */
const asked: Readonly<Partial<Record<CheckType, readonly string[]>>> = {
  "age-verification": age,
  "restricted-purchase-alcohol-18": age,
  "restricted-purchase-tobacco-18": age,
  "restricted-purchase-lottery-18": age,
  "aml-identity": [
    `pid_aml_identity dc+sd-jwt urn:eudi:pid:1: ${names}, nationalities=nationalities/*; ` +
    `${lessThan} nationalities or ${lessThan}`,
    `pid_aml_identity_mdoc mso_mdoc ${pidDocument}: ${elements}; ` +
    `${lessThan} nationalities or ${lessThan}`,
  ],
  "str-guest-registration": [
    `pid_str_guest_registration dc+sd-jwt urn:eudi:pid:1: ${names}, ` +
    "nationalities=nationalities/*, document_number=document_number; " +
    `${lessThan} nationalities document_number or ${lessThan} document_number`,
    `pid_str_guest_registration_mdoc mso_mdoc ${pidDocument}: ${elements}, ` +
    `document_number=${pidDocument}/document_number; ` +
    `${lessThan} nationalities document_number or ${lessThan} document_number`,
  ],
  "login-authentication": [
    "pid_login_authentication dc+sd-jwt urn:eudi:pid:1: birthdate=birthdate",
    `pid_login_authentication_mdoc mso_mdoc ${pidDocument}: birthdate=${pidDocument}/birth_date`,
  ],
};

interface Credential {
  readonly id: string;
  readonly format: string;
  readonly meta: { readonly doctype_value?: string; readonly vct_values?: readonly string[] };
  readonly claims: readonly {
    readonly id?: string;
    readonly path: readonly (string | number | null)[];
  }[];
  readonly claim_sets?: readonly (readonly string[])[];
}

function lineOf({ id, format, meta, claims, claim_sets }: Credential): string {
  const type = meta.doctype_value ?? meta.vct_values?.join();
  const paths = claims.map((claim) =>
    `${claim.id === undefined ? "" : `${claim.id}=`}${
      claim.path.map((step) => step ?? "*").join("/")
    }`
  );
  const sets = claim_sets === undefined
    ? ""
    : `; ${claim_sets.map((set) => set.join(" ")).join(" or ")}`;
  return `${id} ${format} ${type}: ${paths.join(", ")}${sets}`;
}

Deno.test("under the policy wide each check asks for one of what is listed here", async () => {
  await using service = await serviceInMemory({ policy: wide });
  await using specified = await serviceInMemory();
  for (const checkType of CheckType.options) {
    const { templateVersion, authorizationRequest } = await start(service.as("acme"), checkType);
    const lines = asked[checkType];
    const query = authorizationRequest.dcql_query;
    if (lines === undefined) {
      const before = await start(specified.as("acme"), checkType);
      assert.equal(templateVersion, before.templateVersion);
      assert.deepEqual(query, before.authorizationRequest.dcql_query);
      continue;
    }
    assert.equal(templateVersion, `${checkType}@101`);
    assert.deepEqual(query.credentials.map((one) => lineOf(one as never)), lines);
    const options = query.credentials.map(({ id }) => [id]);
    assert.deepEqual(query.credential_sets, [{ options, required: true }]);
  }
});

Deno.test("the policy specified asks byte for byte as a service without it does", async () => {
  await using service = await serviceInMemory();
  const policy = { verification: { credentialQueries: "specified" } } as const;
  await using named = await serviceInMemory({ policy });
  for (const checkType of CheckType.options) {
    const one = await start(service.as("acme"), checkType);
    const other = await start(named.as("acme"), checkType);
    assert.equal(JSON.stringify(one), JSON.stringify(other));
    assert.match(one.templateVersion, /@[123]$/);
  }
});

Deno.test("the dcql library finds in every wide query the credential that answers it", async () => {
  await using service = await serviceInMemory({ policy: wide });
  const mdoc = (doctype: string, namespaces: Record<string, Record<string, unknown>>) => ({
    credential_format: "mso_mdoc" as const,
    doctype,
    namespaces,
    cryptographic_holder_binding: true,
  });
  const born = { birth_date: "1984-08-12" };
  const named = { given_name: ERIKA.given_name, family_name: ERIKA.family_name };
  const sdJwt = {
    credential_format: "dc+sd-jwt" as const,
    vct: "urn:eudi:pid:1",
    claims: { ...named, birthdate: ERIKA.birthdate, document_number: "1" },
    cryptographic_holder_binding: true,
  };
  const pid = mdoc(pidDocument, {
    [pidDocument]: { ...named, ...born, document_number: "1" },
  });
  const cases = [
    ["age-verification", mdoc("org.iso.23220.photoid.1", { "org.iso.23220.1": born }), [2]],
    ...(["aml-identity", "str-guest-registration", "login-authentication"] as const).flatMap((
      checkType,
    ) => [[checkType, sdJwt, [0]] as const, [checkType, pid, [1]] as const]),
  ] as const;
  for (const [checkType, credential, [at]] of cases) {
    const { authorizationRequest } = await start(service.as("acme"), checkType);
    const query = DcqlQuery.parse(authorizationRequest.dcql_query as DcqlQuery.Input);
    DcqlQuery.validate(query);
    const found = runDcqlQuery(query, { credentials: [credential as never], presentation: false });
    assert(found.can_be_satisfied, checkType);
    const matching = query.credentials.filter(({ id }) => found.credential_matches[id]?.success);
    assert.deepEqual(matching.map(({ id }) => id), [query.credentials[at]?.id]);
  }
});

Deno.test("a session that asks as specified refuses a PID that is a mobile document", async () => {
  await using service = await serviceInMemory();
  await using asksWidely = await serviceInMemory({ policy: wide });
  const acme = service.as("acme");
  const started = await start(acme, "aml-identity");
  const other = await start(asksWidely.as("acme"), "aml-identity");
  // Signed for the very request of the session: both services draw the same nonce.
  const { authorizationRequest: { nonce, response_uri } } = started;
  assert.deepEqual(
    [other.authorizationRequest.nonce, other.authorizationRequest.response_uri],
    [nonce, response_uri],
  );
  const now = service.clock.now();
  const claims = { pid_aml_identity_mdoc: ERIKA_MDOC };
  const { vp_token } = await answerOf(other.authorizationRequest, { now, claims });
  const presentations = vp_token["pid_aml_identity_mdoc"]!;
  const cases = [
    [{ pid_aml_identity_mdoc: presentations }, /: credential_unasked$/],
    [{ pid_aml_identity: presentations }, /: sd_jwt_malformed \(/],
  ] as const;
  for (const [token, rule] of cases) {
    const { status, body } = await sendAnswer(service, started.authorizationRequest, {
      vp_token: token,
    });
    assert.deepEqual([status, body.error], [400, "invalid_presentation"]);
    assert.match(body.message, rule);
  }
  assert.equal((await acme.get(pathOf(started))).body.status, "pending");
  // Where it was asked for it is taken.
  const taken = await sendAnswer(asksWidely, other.authorizationRequest, { vp_token });
  assert.equal(taken.status, 200, taken.text);
});

Deno.test("a session is answered as it was asked, whatever the policy says since", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const serviceOf = (credentialQueries: "specified" | "wide", seed: number) =>
    serviceInMemory({ kv, seed, policy: { verification: { credentialQueries } } });
  const startIn = async (credentialQueries: "specified" | "wide", seed: number) => {
    await using service = await serviceOf(credentialQueries, seed);
    return await start(service.as("acme"), "aml-identity");
  };
  try {
    const asked = { wide: await startIn("wide", 1), specified: await startIn("specified", 2) };
    {
      await using service = await serviceOf("specified", 3);
      const reply = await present(service, asked.wide, { pid_aml_identity_mdoc: ERIKA_MDOC });
      assert.deepEqual([reply.status, reply.body.templateVersion], [200, "aml-identity@101"]);
    }
    {
      await using service = await serviceOf("wide", 4);
      const reply = await present(service, asked.specified, { pid_aml_identity: ERIKA });
      assert.deepEqual([reply.status, reply.body.templateVersion], [200, "aml-identity@1"]);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("in live a mobile document is believed by anchors for its own type", async () => {
  const cases = [
    ["urn:eudi:pid:1", "pid_login_authentication_mdoc", "issuer_untrusted"],
    [pidDocument, "pid_login_authentication_mdoc", null],
    [pidDocument, "pid_login_authentication", "issuer_untrusted"],
    [pidDocument, "photoid_age_over_18", "issuer_untrusted"],
    ["org.iso.23220.photoid.1", "photoid_age_over_18", null],
  ] as const;
  const shown = {
    pid_login_authentication: { birthdate: "1984-08-12" },
    pid_login_authentication_mdoc: { birth_date: day("1984-08-12") },
    photoid_age_over_18: { age_over_18: true },
  };
  for (const [type, id, refusal] of cases) {
    const trust = trustIn([{ ...sandboxAuthority(), types: [type] }]);
    await using service = await serviceInMemory({
      mode: "live",
      policy: wide,
      verifying: { trust },
    });
    const checkType = id === "photoid_age_over_18" ? "age-verification" : "login-authentication";
    const started = await start(service.as("acme"), checkType);
    const reply = await present(service, started, { [id]: shown[id] });
    assert.equal(reply.status, refusal === null ? 200 : 400, reply.text);
    if (refusal !== null) assert.match(reply.body.message, new RegExp(`: ${refusal} \\(`));
  }
});

Deno.test("a login asks as specified under the policy wide: another format is another key", async () => {
  await using service = await serviceInMemory({ policy: wide });
  const page = await openBrowser(service).get(authorizePath(ofSandboxClient));
  const [, link = ""] = /href="(openid4vp:[^"]+)"/.exec(page.text) ?? [];
  const { searchParams } = new URL(link.replaceAll("&amp;", "&"));
  const query = JSON.parse(searchParams.get("dcql_query") ?? "null");
  assert.deepEqual(query, {
    credentials: [{
      id: "pid_login_authentication",
      format: "dc+sd-jwt",
      meta: { vct_values: ["urn:eudi:pid:1"] },
      claims: [{ path: ["birthdate"] }],
    }],
  });
});

Deno.test("wallet present tries what wide queries take, on the sandbox's own credentials", async (t) => {
  await using service = await serviceInMemory({ policy: wide });
  const cases: readonly (readonly [CheckType, string, RegExp, unknown])[] = [
    ["aml-identity", "", /pid_aml_identity \(/, "CLEAR"],
    ["aml-identity", "--format mdoc", /pid_aml_identity_mdoc/, "CLEAR"],
    ["aml-identity", "--format mdoc --person sanctioned", /_mdoc/, "CONFIRMED_MATCH"],
    [
      "aml-identity",
      "--without nationalities --person pep",
      /pid_aml_identity \(/,
      "CONFIRMED_MATCH",
    ],
    ["aml-identity", "--with pid_aml_identity_mdoc --without nationality", /_mdoc/, "CLEAR"],
    ["str-guest-registration", "--format mdoc", /_mdoc/, null],
    ["login-authentication", "--format mdoc", /_mdoc/, null],
    ["age-verification", "--with photoid_age_over_18", /photoid/, true],
    ["age-verification", "--with photoid_age_over_18 --person minor", /photoid/, false],
    [
      "age-verification",
      '--with photoid_age_over_18 --without age_over_18 --claim birth_date="2010-01-31"',
      /photoid/,
      false,
    ],
  ];
  for (const [checkType, args, answers, expected] of cases) {
    await t.step(`${checkType} ${args}`, async () => {
      const started = await start(service.as("acme"), checkType);
      const uri = started.authorizationRequestUri;
      const ran = await runWallet(service, ["present", uri, ...args.split(" ").filter(Boolean)]);
      assert.equal(ran.code, 0, ran.stderr + ran.stdout);
      assert.match(ran.stderr, answers);
      const { amlResult, booleanProofs: { ageOver18 = amlResult } } = JSON.parse(ran.stdout);
      assert.equal(ageOver18, expected);
    });
  }
});

Deno.test("wallet present says what it cannot show", async () => {
  await using service = await serviceInMemory({ policy: wide });
  const cases = [
    ["--with pid_other", /asks for no credential pid_other$/],
    ["--with pid_aml_identity --format mdoc", /asks for no credential pid_aml_identity as mdoc$/],
    ["--without given_name", /Claim given_name is unknown/],
    ["--without nationalities --claim sex=1", /No credential that answers shows sex/],
  ] as const;
  for (const [args, says] of cases) {
    const { authorizationRequestUri: uri } = await start(service.as("acme"), "aml-identity");
    const ran = await runWallet(service, ["present", uri, ...args.split(" ")]);
    assert.deepEqual([ran.code, ran.stdout], [1, ""]);
    assert.match(ran.stderr.trimEnd(), says);
  }
  const usage = await runWallet(service, ["present", "x", "--error", "x", "--without", "sex"]);
  assert.equal(usage.code, 2);
});

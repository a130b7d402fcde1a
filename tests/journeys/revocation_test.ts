import assert from "node:assert/strict";
import type { Mode } from "../../core/nouns.ts";
import type { CheckType } from "../../core/verification/check_type.ts";
import { certify } from "../support/certificates.ts";
import { always, certificatesPem } from "../support/pem.ts";
import { httpAnswer, type Pieces, rawServer } from "../support/raw_answers.ts";
import type { Claims } from "../support/sandbox_wallet.ts";
import { serviceInMemory } from "../support/service.ts";
import { makeIdentifierList, makeStatusList } from "../support/status_list_issuer.ts";
import { pathOf, present, start } from "../support/verifying.ts";

const root = await certify({ name: "Issuers", ...always });
const signer = await certify({ name: "Signer", issuer: root, ...always });
const issuer = { chain: [signer.der], key: signer.keys.privateKey };
const listType = { "content-type": "application/statuslist+jwt" };
const uri = "https://issuer.example/lists/1";

/** An answered check, with the claim `status` of each credential. */
interface Shown {
  readonly checkType: CheckType;
  readonly claims: Readonly<Record<string, Claims>>;
  readonly status: Readonly<Record<string, unknown>>;
}

/** An age check answered by a PID. */
const pid = (status: unknown): Shown => ({
  checkType: "age-verification",
  claims: { pid_birthdate: { birthdate: "1984-08-12" } },
  status: { pid_birthdate: status },
});

/** An age check answered by a mobile document. */
const mobile = (status: unknown): Shown => ({
  checkType: "age-verification",
  claims: { av_age_over_18: { age_over_18: true } },
  status: { av_age_over_18: status },
});

/** Answers checks one after the other. */
async function checks(
  mode: Mode,
  shown: readonly Shown[],
  answer: (token: (address: string) => Promise<string>) => (url: URL) => Promise<Pieces>,
) {
  let now = () => 0;
  const token = (address: string) => makeStatusList(address, now(), issuer);
  const { connect, asked } = rawServer(answer(token));
  const env = { AVAL_TRUST_ANCHORS: certificatesPem(root) };
  await using service = await serviceInMemory({ mode, env, connect });
  now = () => service.clock.now().epochMilliseconds / 1000;
  const outcomes: string[] = [];
  const left: string[] = [];
  for (const { checkType, claims, status } of shown) {
    const started = await start(service.as("acme"), checkType);
    const { status: answered, body } = await present(service, started, claims, { issuer, status });
    outcomes.push(answered === 200 ? "passed" : body.message.replace(/^.*verify: /, ""));
    left.push((await service.as("acme").get(pathOf(started))).body.status);
  }
  return { outcomes, left, asked, log: service.logLines.join("\n") };
}

const at = (idx: number, address = uri) => ({ status_list: { idx, uri: address } });
const good = (token: (address: string) => Promise<string>) => async ({ href }: URL) =>
  httpAnswer(200, listType, await token(href));

for (
  const [format, show, credential] of [
    ["an SD-JWT VC", pid, "pid_birthdate"],
    ["a mobile document", mobile, "av_age_over_18"],
  ] as const
) {
  Deno.test(`in live ${format} that is revoked, suspended or of unknown status proves nothing`, async () => {
    const { outcomes, left, asked, log } = await checks("live", [
      show(undefined),
      show(at(0)),
      show(at(1)),
      show(at(2)),
      show(at(3)),
      show(at(4)),
      show(at(0, "http://issuer.example/lists/1")),
      show({ other_mechanism: {} }),
      show({}),
    ], good);
    const refused = [
      "credential_revoked",
      "credential_revoked",
      "credential_revoked",
      "revocation_unknown",
      "revocation_unknown",
      "status_malformed",
      "status_malformed",
    ];
    assert.deepEqual(outcomes, [
      "passed",
      "passed",
      ...refused.map((code) => `${code} (credential ${credential})`),
    ]);
    assert.deepEqual(left, ["completed", "completed", ...refused.map(() => "pending")]);
    assert.deepEqual(asked, [uri], "one list, fetched once");
    assert(!log.includes("/lists/"));
  });
}

Deno.test("of a mandate either credential that is revoked is enough", async () => {
  const [person, power] = [
    "pid_corporate_mandate_verification",
    "por_corporate_mandate_verification",
  ] as const;
  const mandate = (ofPerson: number, ofPower: number): Shown => ({
    checkType: "corporate-mandate-verification",
    claims: {
      [person]: { given_name: "Erika", family_name: "Mustermann", birthdate: "1984-08-12" },
      [power]: {
        legal_person_identifier: "HRB 12345",
        legal_name: "Mustermann GmbH",
        full_powers: true,
        effective_from_date: "2020-01-01",
        effective_until_date: "2030-01-01",
      },
    },
    status: { [person]: at(ofPerson), [power]: at(ofPower) },
  });
  const { outcomes } = await checks("live", [mandate(0, 0), mandate(0, 1), mandate(1, 0)], good);
  assert.deepEqual(outcomes, [
    "passed",
    `credential_revoked (credential ${power})`,
    `credential_revoked (credential ${person})`,
  ]);
});

Deno.test("a list that cannot be had is refused in live, and let pass in a sandbox, which says so", async () => {
  const broken = () => () => Promise.resolve(httpAnswer(503, {}));
  const live = await checks("live", [pid(at(0))], broken);
  assert.deepEqual(live.outcomes, ["revocation_unknown (credential pid_birthdate)"]);
  assert(!live.log.includes('"event":"revocation_unknown"'));
  assert.match(
    live.log,
    /"event":"presentation_refused","sessionId":"[^"]+","rule":"revocation_unknown","credential":"pid_birthdate"/,
  );
  const sandbox = await checks("sandbox", [pid(at(0))], broken);
  assert.deepEqual(sandbox.outcomes, ["passed"]);
  assert.match(
    sandbox.log,
    /"event":"revocation_unknown","sessionId":"[^"]+","credential":"pid_birthdate"/,
  );
  for (const { log } of [live, sandbox]) {
    assert.match(
      log,
      /"event":"status_list_unavailable","reason":"status","host":"issuer.example"/,
    );
  }
});

Deno.test("a sandbox refuses what its list says is revoked", async () => {
  const { outcomes } = await checks("sandbox", [pid(at(0)), pid(at(1)), mobile(at(2))], good);
  assert.deepEqual(outcomes, [
    "passed",
    "credential_revoked (credential pid_birthdate)",
    "credential_revoked (credential av_age_over_18)",
  ]);
});

Deno.test("a sandbox answers for its own list, which no host has; live knows no such list", async () => {
  const own = "https://issuer.sandbox.example/status-lists/1";
  for (const [show, credential] of [[pid, "pid_birthdate"], [mobile, "av_age_over_18"]] as const) {
    const shown = [0, 1, 2, 4].map((idx) => show(at(idx, own)));
    const down = () => () => Promise.resolve(httpAnswer(503, {}));
    const sandbox = await checks("sandbox", shown, down);
    const revoked = `credential_revoked (credential ${credential})`;
    assert.deepEqual(sandbox.outcomes, ["passed", revoked, revoked, "passed"]);
    assert.deepEqual(sandbox.left, ["completed", "pending", "pending", "completed"]);
    assert.deepEqual(sandbox.asked, []);
    assert.equal(sandbox.log.split('"revocation_unknown"').length - 1, 1, "outside of the list");
    const live = await checks("live", shown, down);
    const unknown = `revocation_unknown (credential ${credential})`;
    assert.deepEqual(live.outcomes, [unknown, unknown, unknown, unknown]);
    assert.deepEqual(new Set(live.asked), new Set([own]));
  }
});

Deno.test("a mobile document that stands on its issuer's identifier list proves nothing", async () => {
  const [own, other] = [Uint8Array.of(0xcc, 0xcc), Uint8Array.of(0xcc)];
  const named = (id: unknown, more: object = {}) => ({
    identifier_list: { id, uri, certificate: root.der, ...more },
  });
  const listing = () => async ({ href }: URL) => {
    const now = Date.parse("2026-03-02T09:00:00Z") / 1000;
    const identifiers = new Map([[own, new Map()]]);
    const type = { "content-type": "application/identifierlist+cwt" };
    return httpAnswer(200, type, await makeIdentifierList(href, now, issuer, { identifiers }));
  };
  const shown = [
    mobile(named(other)),
    mobile(named(own)),
    mobile(named("zMw")),
    mobile(named(new Uint8Array())),
    mobile(named(own, { uri: "ftp://issuer.example/1" })),
    mobile({ identifier_list: {} }),
    mobile({ identifier_list: [] }),
    // An SD-JWT VC has no such list.
    pid(named("zMw")),
  ];
  const code = (rule: string, credential = "av_age_over_18") =>
    `${rule} (credential ${credential})`;
  for (const mode of ["live", "sandbox"] as const) {
    const { outcomes, left, asked } = await checks(mode, shown, listing);
    assert.deepEqual(outcomes, [
      "passed",
      code("credential_revoked"),
      code("status_malformed"),
      code("status_malformed"),
      code("status_malformed"),
      code("status_malformed"),
      code("status_malformed"),
      code("status_malformed", "pid_birthdate"),
    ]);
    assert.deepEqual(left, ["completed", ...Array(7).fill("pending")]);
    assert.deepEqual(asked, [uri], "one list, fetched once");
  }
  const down = () => () => Promise.resolve(httpAnswer(503, {}));
  const live = await checks("live", [mobile(named(other))], down);
  assert.deepEqual(live.outcomes, [code("revocation_unknown")]);
  const sandbox = await checks("sandbox", [mobile(named(other))], down);
  assert.deepEqual(sandbox.outcomes, ["passed"]);
  assert.match(sandbox.log, /"event":"revocation_unknown"/);
});

Deno.test("of a document with both lists the status list is read", async () => {
  const identifier_list = { id: Uint8Array.of(1), uri: `${uri}/identifiers` };
  const both = (idx: number) => mobile({ ...at(idx), identifier_list });
  const { outcomes, asked } = await checks("live", [both(0), both(1)], good);
  assert.deepEqual(outcomes, ["passed", "credential_revoked (credential av_age_over_18)"]);
  assert.deepEqual(asked, [uri]);
});

Deno.test("an identifier at the address of another kind of list is of unknown status", async () => {
  const own = "https://issuer.sandbox.example/status-lists/1";
  const named = mobile({ identifier_list: { id: Uint8Array.of(1), uri: own } });
  const { outcomes, log, asked } = await checks("sandbox", [named], good);
  assert.deepEqual([outcomes, asked], [["passed"], []]);
  assert.match(log, /"event":"revocation_unknown"/);
  const { outcomes: live } = await checks(
    "live",
    [mobile({ identifier_list: { id: Uint8Array.of(1), uri } })],
    good,
  );
  assert.deepEqual(live, ["revocation_unknown (credential av_age_over_18)"]);
});

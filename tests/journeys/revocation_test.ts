import assert from "node:assert/strict";
import type { Mode } from "../../core/access/caller.ts";
import { certify } from "../support/certificates.ts";
import { always, certificatesPem } from "../support/pem.ts";
import { presentPid } from "../support/presented_pid.ts";
import { answerOf, type Pieces, rawServer } from "../support/raw_answers.ts";
import { serviceInMemory } from "../support/service.ts";
import { makeStatusList } from "../support/status_list_issuer.ts";

const root = await certify({ name: "Issuers", ...always });
const signer = await certify({ name: "Signer", issuer: root, ...always });
const issuer = { chain: [signer.der], key: signer.keys.privateKey };
const listType = { "content-type": "application/statuslist+jwt" };
const uri = "https://issuer.example/lists/1";

/** Answers one age check after the other, each by a credential with the status of that index. */
async function checks(
  mode: Mode,
  statuses: readonly unknown[],
  answer: (token: (address: string) => Promise<string>) => (url: URL) => Promise<Pieces>,
) {
  let now = () => 0;
  const token = (address: string) => makeStatusList(address, now(), issuer);
  const { connect, asked } = rawServer(answer(token));
  const env = { AVAL_TRUST_ANCHORS: certificatesPem(root) };
  await using service = await serviceInMemory({ mode, env, connect });
  now = () => service.clock.now().epochMilliseconds / 1000;
  const outcomes: string[] = [];
  for (const status of statuses) {
    const { body } = await service.as("acme").post("/v1/verify/sessions", {
      clientId: "acme",
      checkType: "age-verification",
    });
    const { response_uri, state } = body.authorizationRequest;
    const payload = status === undefined ? {} : { status: status as never };
    const presentation = await presentPid(body.authorizationRequest, service.clock, issuer, {
      payload,
    });
    const answered = await service.fetch(new URL(response_uri).pathname, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ state, vp_token: { pid_birthdate: [presentation] } }),
    });
    const { message } = await answered.json();
    outcomes.push(answered.status === 200 ? "passed" : message.replace(/^.*: (\w+) .*$/, "$1"));
  }
  return { outcomes, asked, log: service.logLines.join("\n") };
}

const at = (idx: number, address = uri) => ({ status_list: { idx, uri: address } });
const good = (token: (address: string) => Promise<string>) => async ({ href }: URL) =>
  answerOf(200, listType, await token(href));

Deno.test("in live a revoked or suspended credential proves nothing, nor one of unknown status", async () => {
  const { outcomes, asked, log } = await checks("live", [
    undefined,
    at(0),
    at(1),
    at(2),
    at(3),
    at(4),
    at(0, "http://issuer.example/lists/1"),
    { other_mechanism: {} },
    {},
  ], good);
  assert.deepEqual(outcomes, [
    "passed",
    "passed",
    "credential_revoked",
    "credential_revoked",
    "credential_revoked",
    "revocation_unknown",
    "revocation_unknown",
    "status_malformed",
    "status_malformed",
  ]);
  assert.deepEqual(asked, [uri], "one list, fetched once");
  assert(!log.includes("/lists/"));
});

Deno.test("a list that cannot be had is refused in live, and let pass in a sandbox, which says so", async () => {
  const broken = () => () => Promise.resolve(answerOf(503, {}));
  const live = await checks("live", [at(0)], broken);
  assert.deepEqual(live.outcomes, ["revocation_unknown"]);
  assert(!live.log.includes('"event":"revocation_unknown"'));
  const sandbox = await checks("sandbox", [at(0)], broken);
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
  const { outcomes } = await checks("sandbox", [at(0), at(1), at(2)], good);
  assert.deepEqual(outcomes, ["passed", "credential_revoked", "credential_revoked"]);
});

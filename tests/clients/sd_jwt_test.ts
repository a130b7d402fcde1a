import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { sandboxInstitution } from "../../sandbox/invented/academic.ts";
import { employerPathOf, startEmployer } from "../support/employing.ts";
import { serviceInMemory } from "../support/service.ts";
import { sendAnswer } from "../support/verifying.ts";
import { runProgram } from "../support/run_program.ts";
import { heldInMemory, runWallet } from "../support/wallet.ts";

const path = (name: string) => new URL(name, import.meta.url).pathname;

Deno.test("SD-JWT's reference implementation verifies what is issued, and an employer takes what it presents", async () => {
  const python = await runProgram(path("python.sh"));
  await using service = await serviceInMemory();
  // It takes the machine's time.
  service.clock.advance(service.clock.now().until(Temporal.Now.instant()));
  const offered = await service.as("anybody").post("/v1/credentials/sandbox/demo-offer", undefined);
  const held = heldInMemory();
  assert.equal((await runWallet(service, ["redeem", "-"], offered.text, held)).code, 0);
  const list = await held.list();
  assert(list.ok);
  const [{ credential, keys } = assert.fail()] = list.value;
  const acme = service.as("acme");
  const started = await startEmployer(acme);
  const { authorizationRequest: request } = started;
  const [certificate] = (await sandboxInstitution()).signer.chain;
  const asked = {
    credential,
    issuerKey: new X509Certificate(certificate!).publicKey.export({ format: "jwk" }),
    holderKey: await crypto.subtle.exportKey("jwk", keys.privateKey),
    shown: { award_title: true, award_date: true },
    nonce: request.nonce,
    aud: request.client_id,
  };
  const program = path("python/sd_jwt_wallet.py");
  const answer = JSON.parse(await runProgram(python, [program], JSON.stringify(asked)));
  const { award_title, award_date, family_name } = answer.verified;
  assert.equal(family_name, "Mustermann");
  const vp_token = { academic_degree: [answer.presentation] };
  const reply = await sendAnswer(service, request, { vp_token });
  assert.equal(reply.status, 200, reply.text);
  const { body } = await acme.get(employerPathOf(started));
  assert.deepEqual(body.decision.disclosedClaims, { award_title, award_date });
});

/** A wallet in Python with independent libraries, in every mode and by every channel. */

import assert from "node:assert/strict";
import published from "../../fixtures/wallets/sandbox.json" with { type: "json" };
import {
  askDigital,
  digitalEnvironments,
  type DigitalKind,
  OTHER_PAGE,
  PAGE,
  sendData,
  serviceWithPages,
} from "../support/digital_sessions.ts";
import { encryptingEnvironment } from "../support/encrypting.ts";
import { makeVerifier } from "../support/pem.ts";
import { type Answer, serviceInMemory, type TestService } from "../support/service.ts";
import { runProgram } from "../support/run_program.ts";
import { pathOf, start } from "../support/verifying.ts";

const path = (name: string) => new URL(name, import.meta.url).pathname;

const formats = ["sd-jwt", "mdoc"] as const;
const holder = {
  issuer: {
    certificate: published.issuer.certificate,
    privateKey: published.issuer.privateKey,
  },
  claims: { birthdate: "1984-08-12", age_over_18: true },
};

/** Returns the wallet's answer. */
async function answerOf(
  asked: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const python = await runProgram(path("python.sh"));
  const input = JSON.stringify({ ...holder, ...asked });
  return JSON.parse(await runProgram(python, [path("python/vp_wallet.py")], input));
}

/** Sets the service's clock to the machine's, which the wallet uses. */
function setClock({ clock }: TestService): void {
  clock.advance({ milliseconds: Date.now() - clock.now().epochMilliseconds });
}

const host = "verifier.example";
const { env: signing } = await makeVerifier("P-256", [host]);
const AVAL_BASE_URL = `https://${host}`;

/** Options of redirect requests, by case. */
const redirects: Readonly<Record<string, Record<string, string>>> = {
  "url, direct_post": { AVAL_BASE_URL },
  "redirect_uri, direct_post": { AVAL_BASE_URL, AVAL_VERIFIER_ID: "redirect_uri" },
  "redirect_uri, direct_post.jwt": encryptingEnvironment,
  "x509_hash, direct_post": { AVAL_BASE_URL, ...signing },
  "x509_hash, direct_post.jwt": { ...encryptingEnvironment, ...signing },
  "x509_san_dns, direct_post.jwt": {
    ...encryptingEnvironment,
    ...signing,
    AVAL_VERIFIER_ID: "x509_san_dns",
  },
};

/** Starts a session and fetches its request like a wallet. */
async function ask(service: TestService) {
  const started = await start(service.as("acme"), "age-verification");
  const uri = started.authorizationRequestUri;
  const requestUri = new URL(uri).searchParams.get("request_uri");
  if (requestUri === null) return { started, asked: { uri } };
  const fetched = await service.fetch(new URL(requestUri).pathname);
  return { started, asked: { uri, requestObject: await fetched.text() } };
}

/** Posts the fields of an answer as a form. */
async function post(
  service: TestService,
  responseUri: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<Omit<Answer, "headers">> {
  const form = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const answer = await service.fetch(new URL(responseUri).pathname, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text) };
}

for (const [name, env] of Object.entries(redirects)) {
  Deno.test(`a wallet in Python answers by redirect: ${name}`, async () => {
    await using service = await serviceInMemory({ env });
    setClock(service);
    for (const format of formats) {
      const { started, asked } = await ask(service);
      const fields = await answerOf({ ...asked, format });
      assert.equal("response" in fields, name.endsWith(".jwt"));
      const { response_uri } = started.authorizationRequest;
      const reply = await post(service, response_uri, fields);
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(reply.body.booleanProofs, { ageOver18: true });
      const read = await service.as("acme").get(pathOf(started));
      assert.equal(read.body.status, "completed");
    }
  });
}

for (const kind of Object.keys(digitalEnvironments) as DigitalKind[]) {
  Deno.test(`a wallet in Python answers by the browser: ${kind}`, async () => {
    await using service = await serviceWithPages(kind);
    setClock(service);
    for (const format of formats) {
      const { body: started } = await askDigital(service.as("acme"));
      const { digitalCredentialRequest } = started;
      const fields = await answerOf({ digitalCredentialRequest, origin: PAGE, format });
      assert.equal("response" in fields, kind.includes(".jwt"));
      const reply = await sendData(service, started, fields);
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(reply.body.booleanProofs, { ageOver18: true });
    }
  });
}

const reasons = { "sd-jwt": /key_binding_audience_differs/, "mdoc": /device_signature_invalid/ };

for (const kind of ["unsigned dc_api", "signed dc_api", "signed dc_api.jwt"] as const) {
  Deno.test(`what a wallet in Python binds to another page is refused: ${kind}`, async () => {
    await using service = await serviceWithPages(kind);
    setClock(service);
    for (const format of formats) {
      const { body: started } = await askDigital(service.as("acme"));
      const { digitalCredentialRequest } = started;
      const asked = { digitalCredentialRequest, origin: PAGE, format };
      const elsewhere = await answerOf({ ...asked, bindTo: { origin: OTHER_PAGE } });
      const refused = await sendData(service, started, elsewhere);
      assert.equal(refused.status, 400);
      assert.match(refused.text, reasons[format]);
      const good = await sendData(service, started, await answerOf(asked));
      assert.equal(good.status, 200, good.text);
    }
  });
}

Deno.test("an answer by redirect in clear, or to another session's key, is refused, and that session waits", async () => {
  await using service = await serviceInMemory({ env: encryptingEnvironment });
  setClock(service);
  const [one, other] = [await ask(service), await ask(service)];
  const [key, foreign] = [one, other].map(({ started }) =>
    started.authorizationRequest.client_metadata?.jwks?.keys[0]
  );
  assert(key !== undefined && foreign !== undefined);
  const { response_uri } = one.started.authorizationRequest;
  const asked = { ...one.asked, format: "mdoc" };
  const clear = await post(service, response_uri, await answerOf({ ...asked, inClear: true }));
  assert.deepEqual([clear.status, /response_not_encrypted/.test(clear.text)], [400, true]);
  const byKid = await post(service, response_uri, await answerOf({ ...asked, encryptTo: foreign }));
  assert.equal(byKid.status, 404, "a key that is not this session's");
  const mixed = { ...foreign, kid: key.kid };
  const byKey = await post(service, response_uri, await answerOf({ ...asked, encryptTo: mixed }));
  assert.deepEqual([byKey.status, /jwe_undecryptable/.test(byKey.text)], [400, true]);
  for (const { started } of [one, other]) {
    assert.equal((await service.as("acme").get(pathOf(started))).body.status, "pending");
  }
  for (const enc of ["A128GCM", "A256GCM"]) {
    const { started, asked } = enc === "A128GCM" ? one : other;
    const fields = await answerOf({ ...asked, format: "sd-jwt", enc });
    const reply = await post(service, started.authorizationRequest.response_uri, fields);
    assert.equal(reply.status, 200, reply.text);
  }
});

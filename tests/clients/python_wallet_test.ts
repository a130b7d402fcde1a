/** A wallet in Python, whose libraries we did not write, in every mode and by every channel. */

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
import { pathOf, start } from "../support/verifying.ts";

const path = (name: string) => new URL(name, import.meta.url).pathname;

/** Runs a program. @returns what it printed; it must succeed */
async function run(command: string, args: readonly string[] = [], input = ""): Promise<string> {
  const child = new Deno.Command(command, {
    args: [...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

const formats = ["sd-jwt", "mdoc"] as const;
const holder = {
  issuer: {
    certificate: published.issuer.certificate,
    privateKey: published.issuer.privateKey,
  },
  claims: { birthdate: "1984-08-12", age_over_18: true },
};

/** What the wallet answers. */
async function answerOf(
  asked: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const python = await run(path("python.sh"));
  const input = JSON.stringify({ ...holder, ...asked });
  return JSON.parse(await run(python, [path("python/vp_wallet.py")], input));
}

/** Moves the service's clock to the machine's, which the wallet reads. */
function setClock({ clock }: TestService): void {
  clock.advance({ milliseconds: Date.now() - clock.now().epochMilliseconds });
}

const host = "verifier.example";
const { env: signing } = await makeVerifier("P-256", [host]);
const AVAL_BASE_URL = `https://${host}`;

/** How a service asks by redirect. */
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

/** Starts a session and fetches its request as a wallet does. */
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

Deno.test("what a wallet in Python binds to another page, or to no encryption, is refused", async () => {
  await using service = await serviceWithPages("signed dc_api.jwt");
  setClock(service);
  for (const format of formats) {
    const { body: started } = await askDigital(service.as("acme"));
    const { digitalCredentialRequest } = started;
    const asked = { digitalCredentialRequest, origin: PAGE, format };
    const elsewhere = await answerOf({ ...asked, bindTo: { origin: OTHER_PAGE } });
    const clear = await answerOf({ ...asked, inClear: true });
    const { body: other } = await askDigital(service.as("acme"));
    const [, payload = ""] = other.digitalCredentialRequest.data.request.split(".");
    const { client_metadata } = JSON.parse(
      new TextDecoder().decode(Uint8Array.fromBase64(payload, { alphabet: "base64url" })),
    );
    const foreign = await answerOf({ ...asked, encryptTo: client_metadata.jwks.keys[0] });
    const replies = [];
    for (const fields of [elsewhere, clear, foreign]) {
      replies.push(await sendData(service, started, fields));
    }
    assert.deepEqual(replies.map(({ status }) => status), [400, 400, 404]);
    assert.match(replies[0]!.text, /invalid_presentation/);
    assert.match(replies[1]!.text, /response_not_encrypted/);
    const good = await sendData(service, started, await answerOf(asked));
    assert.equal(good.status, 200, good.text);
  }
});

import assert from "node:assert/strict";
import { parseConfig } from "../../service/config/config.ts";
import academic from "../../fixtures/credentials/sandbox.json" with { type: "json" };
import published from "../../fixtures/wallets/sandbox.json" with { type: "json" };
import { certify } from "../support/certificates.ts";
import { fixedClock } from "../support/clock.ts";
import { folderOf } from "../support/folder.ts";
import { always, certificatesPem, keyPem, makeVerifier, pemOf } from "../support/pem.ts";
import { startServer } from "../support/server.ts";
import { liveEnvironment } from "../support/service.ts";
import { loadTrust } from "../../service/verification/trust.ts";

const root = await certify({ name: "Issuers", ...always });
const sandboxPem = pemOf("CERTIFICATE", Uint8Array.fromBase64(published.authority.certificate));
const academicPem = pemOf("CERTIFICATE", Uint8Array.fromBase64(academic.authority.certificate));

Deno.test("anchors and a verifier that cannot be used stop the start, one line a variable", async (t) => {
  const verifier = await makeVerifier();
  const signer = await certify({ name: "Signer", issuer: root, ...always });
  await using folder = await folderOf({
    "ok/root.pem": certificatesPem(root),
    "leaf/root.pem": certificatesPem(signer),
    "key/root.pem": `${certificatesPem(root)}${await keyPem(root)}`,
    "readme/README": "certificates",
    "deep/type/inside/root.pem": certificatesPem(root),
    "broken/root.pem": certificatesPem(root).replace("MII", "MIJ"),
    "sandbox/urn:eudi:pid:1/sandbox.pem": sandboxPem,
    "key.pem": await keyPem(verifier.own),
  });
  await Deno.mkdir(`${folder.path}/empty`);
  const live = { ...await liveEnvironment(), AVAL_KV: ":memory:" };
  const anchorsIn = (name: string) => ({ AVAL_TRUST_ANCHORS: `${folder.path}/${name}` });
  const ca = /^AVAL_TRUST_ANCHORS: .*root\.pem contains a certificate that is not a CA's$/;
  const cases: readonly (readonly [string, Record<string, string>, readonly RegExp[]])[] = [
    ["no folder", anchorsIn("nowhere"), [/^AVAL_TRUST_ANCHORS: expected a folder/]],
    ["a file", anchorsIn("ok/root.pem"), [/^AVAL_TRUST_ANCHORS: expected a folder/]],
    ["nothing", anchorsIn("empty"), [/^AVAL_TRUST_ANCHORS: the folder contains no cert/]],
    ["no CA", anchorsIn("leaf"), [ca]],
    ["a key", anchorsIn("key"), [/^AVAL_TRUST_ANCHORS: .*contains a private key/]],
    ["no PEM", anchorsIn("readme"), [/^AVAL_TRUST_ANCHORS: .*README contains no PEM/]],
    ["deeper folders", anchorsIn("deep"), [/^AVAL_TRUST_ANCHORS: expected a folder/]],
    ["damage", anchorsIn("broken"), [/^AVAL_TRUST_ANCHORS: .*not an X.509 certificate$/]],
    ["the sandbox's", { ...live, ...anchorsIn("sandbox") }, [
      /^AVAL_TRUST_ANCHORS: contains a published sandbox authority/,
    ]],
    ["the sandbox's as text", { ...live, AVAL_TRUST_ANCHORS: sandboxPem }, [
      /^AVAL_TRUST_ANCHORS: contains a published sandbox authority/,
    ]],
    ["the sandbox's about academic credentials", { ...live, AVAL_TRUST_ANCHORS: academicPem }, [
      /^AVAL_TRUST_ANCHORS: contains a published sandbox authority/,
    ]],
    ["a key of somebody else", { ...verifier.env, AVAL_VERIFIER_KEY: await keyPem(root) }, [
      /^AVAL_VERIFIER_CERT: is of another key than the verifier's$/,
    ]],
    ["no signing identity", { AVAL_VERIFIER_KEY: `${folder.path}/key.pem` }, [
      /^AVAL_VERIFIER_KEY: has no effect without/,
    ]],
  ];
  for (const [why, env, says] of cases) {
    await t.step(why, async () => assertProblems(await problemsOf(env), says));
  }
  assert.deepEqual(await problemsOf(anchorsIn("ok")), []);
});

/** The problems that prevent a start, one line for each variable. */
async function problemsOf(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const config = parseConfig({ AVAL_KV: ":memory:", ...env });
  if (!config.ok) return config.refusal.problems;
  return await loadTrust(config.value, fixedClock()).then(
    () => [],
    ({ message }: Error) => message.split("\n"),
  );
}

function assertProblems(problems: readonly string[], says: readonly RegExp[]): void {
  assert.equal(problems.length, says.length, problems.join("\n"));
  for (const line of says) assert(problems.some((problem) => line.test(problem)), `${line}`);
  assert.doesNotMatch(problems.join(), /BEGIN/);
}

Deno.test("a process starts by the files that its variables name, or names all that it cannot use", async () => {
  const { own, ca } = await makeVerifier();
  await using folder = await folderOf({
    "anchors/root.pem": certificatesPem(root),
    "leaf/root.pem": certificatesPem(own),
    "key.pem": await keyPem(own),
    "certificate.pem": certificatesPem(own, ca),
  });
  const env = {
    AVAL_KV: ":memory:",
    AVAL_VERIFIER_ID: "x509_hash",
    AVAL_VERIFIER_KEY: `${folder.path}/key.pem`,
    AVAL_VERIFIER_CERT: `${folder.path}/certificate.pem`,
    AVAL_TRUST_ANCHORS: `${folder.path}/anchors`,
  };
  const wrong = {
    ...env,
    AVAL_VERIFIER_KEY: "/nowhere/key.pem",
    AVAL_VERIFIER_CERT: "/nowhere/certificate.pem",
    AVAL_TRUST_ANCHORS: `${folder.path}/leaf`,
  };
  await assert.rejects(startServer(wrong), ({ message }: Error) => {
    const problems = message.split("\n").filter((line) => line.startsWith("aval: "));
    assertProblems(problems, [
      /^aval: AVAL_TRUST_ANCHORS: .*root\.pem contains a certificate that is not a CA's$/,
      /^aval: AVAL_VERIFIER_KEY: the file cannot be read$/,
      /^aval: AVAL_VERIFIER_CERT: the file cannot be read$/,
    ]);
    return true;
  });
  await using server = await startServer(env);
  const started = await fetch(`${server.url}/v1/verify/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ clientId: "acme", checkType: "age-verification" }),
  });
  const { authorizationRequestUri } = await started.json();
  const address = new URL(authorizationRequestUri).searchParams.get("request_uri") ?? "";
  const request = await fetch(`${server.url}${new URL(address).pathname}`);
  assert.equal(request.headers.get("content-type"), "application/oauth-authz-req+jwt");
  await request.body?.cancel();
});

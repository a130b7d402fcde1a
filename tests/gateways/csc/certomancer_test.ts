import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import "reflect-metadata";
import { X509Certificate as Certificate } from "@peculiar/x509";
import { createHash, verify, X509Certificate } from "node:crypto";
import { silentTelemetry } from "../../../core/telemetry/silent.ts";
import { SealRules } from "../../../core/policy/seal.ts";
import { openTrustServiceProvider } from "../../../gateways/csc/trust_service_provider.ts";
import {
  certomancerCredentials,
  frontCertomancer,
  needsCertomancer,
} from "../../support/certomancer.ts";
import { fixedClock } from "../../support/clock.ts";
import { CSC_CLIENT_ID, CSC_CLIENT_SECRET } from "../../support/trust_service_provider.ts";

const certomancer = needsCertomancer("a trust service that we did not write");
const MESSAGE = new TextEncoder().encode("what is signed");
const HASH = new Uint8Array(createHash("sha256").update(MESSAGE).digest());

function open(url: string, lines: string[]) {
  const note = (event: string) => void lines.push(event);
  return openTrustServiceProvider({
    service: { url, clientId: CSC_CLIENT_ID, clientSecret: CSC_CLIENT_SECRET },
    rules: SealRules.parse({}),
    clock: fixedClock(),
    log: { debug: note, info: note, warn: note, error: note },
    telemetry: silentTelemetry,
    deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
  });
}

/** Defines a test that needs Certomancer, an independent timestamp authority. */
function withCertomancer(
  name: string,
  run: (at: string, t: Deno.TestContext) => Promise<void>,
): void {
  if (certomancer !== undefined) Deno.test(name, (t) => run(certomancer, t));
}

withCertomancer(
  "certomancer-csc-dummy (v1.0.4) lists, describes and signs, by the client as it is",
  async (at, t) => {
    await using front = frontCertomancer(at);
    const lines: string[] = [];
    const provider = open(front.url, lines);
    const { signal } = new AbortController();
    await t.step("what it is", async () => {
      const described = await provider.describe(signal);
      assert(described.ok);
      assert.equal(described.value.name, "Certomancer CSC test server");
      assert.equal(described.value.specs, "1.0.4.0");
    });
    await t.step("which credentials it has", async () => {
      const listed = await provider.listCredentials(signal);
      assert(listed.ok);
      for (const id of Object.values(certomancerCredentials)) assert(listed.value.includes(id));
    });
    const { rsa, p256, p384, expired } = certomancerCredentials;
    for (
      const [id, algorithm] of [[rsa, "rsa-pkcs1"], [p256, "ecdsa-p256"], [p384, "ecdsa-p384"]]
    ) {
      await t.step(`a signature by ${id}`, async () => {
        const found = await provider.findCredential({ credentialId: id!, act: "seal" }, signal);
        assert(found.ok, JSON.stringify(found));
        const { certificates } = found.value;
        assert.equal(found.value.algorithm, algorithm);
        assert.equal(certificates.length, 3);
        const asked = { credential: found.value, hash: HASH, authorization: null };
        const signed = await provider.signHash(asked, signal);
        assert(signed.ok, JSON.stringify(signed));
        const signer = new X509Certificate(certificates[0]!);
        assert(verify("sha256", MESSAGE, signer.publicKey, signed.value));
        // Deno 2.5 verifies no certificate by node:crypto.
        const [below, above] = certificates.map((der) => new Certificate(new Uint8Array(der)));
        assert(await below!.verify({ publicKey: above!, signatureOnly: true }));
      });
    }
    await t.step("a credential whose certificate has ended, and one of nobody", async () => {
      const problemOf = async (credentialId: string) => {
        const found = await provider.findCredential({ credentialId, act: "seal" }, signal);
        assert(!found.ok && found.refusal.code === "signing_credential_unusable");
        return found.refusal.problem;
      };
      assert.equal(await problemOf(expired), "certificate_out_of_date");
      assert.equal(await problemOf("trade/nobody"), "unknown_credential");
    });
    // It answers 501 to a question for details of the certificate, which is asked once.
    assert.equal(front.calls.get("/csc/v1/credentials/info"), 6);
    assert.equal(front.calls.get("/csc/v1/credentials/authorize"), 3);
    assert.equal(front.calls.get("/oauth2/token"), 1);
    assert.deepEqual(lines, ["trust_service_call_failed", "trust_service_call_failed"]);
  },
);

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type {
  AuthorizationData,
  ProviderRefusal,
  SigningAct,
  SigningCredential,
} from "../../../core/seal/ports.ts";
import type { Result } from "../../../base/result.ts";
import type { FakeDialect } from "../../support/trust_service_calls.ts";
import { type FakeCredentialId, SIGNING_PIN } from "../../support/trust_service_credentials.ts";
import { type TrustServiceClient, trustServiceClient } from "../../support/trust_service_client.ts";

const MESSAGE = new TextEncoder().encode("what is signed");
const HASH = new Uint8Array(createHash("sha256").update(MESSAGE).digest());
const PIN: AuthorizationData = { pinObjectId: "PIN", pin: SIGNING_PIN };
const DIALECTS: readonly FakeDialect[] = ["v2", "v1"];

async function find(
  { provider, signal }: TrustServiceClient,
  credentialId: string,
  act: SigningAct = credentialId.startsWith("sign") ? "sign" : "seal",
): Promise<Result<SigningCredential, ProviderRefusal>> {
  return await provider.findCredential({ credentialId, act }, signal);
}

async function findUsable(client: TrustServiceClient, id: FakeCredentialId) {
  const found = await find(client, id);
  return found.ok ? found.value : assert.fail(JSON.stringify(found.refusal));
}

async function sign(
  client: TrustServiceClient,
  id: FakeCredentialId,
  authorization: AuthorizationData | null = null,
): Promise<Result<Uint8Array, ProviderRefusal>> {
  const credential = await findUsable(client, id);
  return await client.provider.signHash({ credential, hash: HASH, authorization }, client.signal);
}

/** Whether a raw signature is one of the message, by the platform and not by our code. */
async function verifies(
  { service }: TrustServiceClient,
  id: FakeCredentialId,
  algorithm: SigningCredential["algorithm"],
  signature: Uint8Array,
): Promise<boolean> {
  const { certificate, rawEcdsa } = service.trust.credentials.get(id)!;
  const named = {
    "ecdsa-p256": { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
    "ecdsa-p384": { name: "ECDSA", namedCurve: "P-384", hash: "SHA-256" },
    "rsa-pkcs1": { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
    "rsa-pss": { name: "RSA-PSS", hash: "SHA-256", saltLength: 32 },
  }[algorithm];
  const key = await crypto.subtle.importKey("spki", certificate.publicKey.rawData, named, false, [
    "verify",
  ]);
  const raw = algorithm.startsWith("ecdsa") && !rawEcdsa
    ? p1363Of(signature, algorithm === "ecdsa-p256" ? 32 : 48)
    : signature;
  return await crypto.subtle.verify(named, key, Uint8Array.from(raw), MESSAGE);
}

/** r and s of a DER signature whose length is one byte. */
function p1363Of(der: Uint8Array, bytes: number): Uint8Array {
  const r = der.subarray(4, 4 + der[3]!);
  const s = der.subarray(6 + der[3]!);
  const fixed = (part: Uint8Array) => {
    const digits = part.toHex().replace(/^(?:00)+/, "");
    return Uint8Array.fromHex(digits.padStart(2 * bytes, "0"));
  };
  return Uint8Array.from([...fixed(r), ...fixed(s)]);
}

for (const dialect of DIALECTS) {
  Deno.test(`signHash() has one hash signed by each kind of key, ${dialect}`, async (t) => {
    await using client = await trustServiceClient({ dialect });
    const cases = [
      ["seal-p256", "ecdsa-p256", null],
      ["seal-p384", "ecdsa-p384", null],
      ["seal-rsa", "rsa-pkcs1", null],
      ["seal-pss", "rsa-pss", null],
      ["seal-bare-rsa", "rsa-pkcs1", null],
      ["sign-p256-pin", "ecdsa-p256", PIN],
      ["sign-rsa-pin", "rsa-pkcs1", PIN],
      ["seal-unqualified", "ecdsa-p256", null],
    ] as const;
    for (const [id, algorithm, authorization] of cases) {
      await t.step(id, async () => {
        const credential = await findUsable(client, id);
        assert.equal(credential.algorithm, algorithm);
        assert.equal(credential.certificates.length, 3);
        const signed = await sign(client, id, authorization);
        assert(signed.ok, JSON.stringify(signed));
        assert(await verifies(client, id, algorithm, signed.value));
      });
    }
    assert.equal(client.service.calls.get("credentials/authorize"), cases.length);
    assert.equal(client.service.calls.get("signatures/signHash"), cases.length);
    assert.deepEqual([client.service.calls.get("token"), client.service.calls.get("info")], [1, 1]);
    assert.deepEqual(client.lines, []);
  });
}

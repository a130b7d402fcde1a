import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { sessionTranscript } from "../../../core/mdoc/session_transcript.ts";
import {
  type MdocDemands,
  verifyMdocPresentation,
} from "../../../core/mdoc/verify_presentation.ts";
import { ok, refuse } from "../../../core/result.ts";
import { parseCertificate } from "../../../core/x509/certificate.ts";
import { verifyChain } from "../../../core/x509/verify_chain.ts";

async function vectorOf(file: string) {
  const url = new URL(`../../../fixtures/vectors/mdoc/${file}`, import.meta.url);
  return JSON.parse(await Deno.readTextFile(url));
}

const responses = await vectorOf("mdoc-device-responses.json");

Deno.test("OpenID4VP 1.0 B.2.6: the session transcript is the specification's, byte for byte", async () => {
  const { redirect } = await vectorOf("openid4vp-1.0-handover.json");
  const { clientId, nonce, responseUri, jwkThumbprintHex, sessionTranscriptHex } = redirect;
  const jwkThumbprint = new Uint8Array(Buffer.from(jwkThumbprintHex, "hex"));
  const transcript = sessionTranscript({ clientId, nonce, responseUri, jwkThumbprint });
  assert.equal(Buffer.from(transcript).toString("hex"), sessionTranscriptHex);
});

function derOf(pem: string): Uint8Array {
  return new Uint8Array(Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ""), "base64"));
}

/** Trusts the issuers of the vectors: who has issued the signer, or the signer itself. */
function demandsOf(name: string, docType: string): MdocDemands {
  const vector = responses[name];
  const now = Date.parse(vector.verifyAt ?? "2021-01-01T00:00:00Z") / 1000;
  const anchors = (vector.certificatesPem ?? []).map(derOf).flatMap((der: Uint8Array) =>
    parseCertificate(der) ?? []
  );
  const jwkThumbprint = vector.jwkThumbprintHex === undefined
    ? null
    : new Uint8Array(Buffer.from(vector.jwkThumbprintHex, "hex"));
  const { clientId = "a", nonce = "b", responseUri = "c" } = vector;
  return {
    docType,
    now,
    skewSeconds: 0,
    transcript: sessionTranscript({ clientId, nonce, responseUri, jwkThumbprint }),
    issuerKey: async (chain) => {
      const verified = verifyChain(chain, {
        anchors,
        now,
        extendedKeyUsages: ["1.0.18013.5.1.2"],
      });
      const [own] = chain;
      const leaf = verified.ok ? verified.value.certificate : parseCertificate(own ?? derOf(""));
      if (leaf === null) return refuse({ code: "issuer_untrusted" });
      const key = await crypto.subtle.importKey(
        "spki",
        new Uint8Array(leaf.publicKey.export({ format: "der", type: "spki" })),
        { name: "ECDSA", namedCurve: "P-256" },
        false,
        ["verify"],
      );
      return ok({ key, notBefore: leaf.notBefore, notAfter: leaf.notAfter });
    },
  };
}

async function verify(name: string, docType: string) {
  const text = Buffer.from(responses[name].deviceResponseHex, "hex").toString("base64url");
  return await verifyMdocPresentation(text, demandsOf(name, docType));
}

Deno.test("a real wallet's answer to OpenID4VP 1.0 verifies", async () => {
  const result = await verify("paradym-openid4vp-1.0", "eu.europa.ec.eudi.pid.1");
  assert(result.ok, result.ok ? "" : result.refusal.code);
  const elements = result.value.elements.get("eu.europa.ec.eudi.pid.1");
  assert(elements !== undefined && elements.size > 0);
  assert.equal(typeof elements.get("given_name"), "string");
});

Deno.test("a real wallet's certificate leads to its anchor", () => {
  const { certificatesPem, verifyAt, deviceResponseHex } = responses["paradym-openid4vp-1.0"];
  const [leaf, root] = certificatesPem.map(derOf);
  assert(deviceResponseHex.includes(Buffer.from(leaf).toString("hex")));
  const anchor = parseCertificate(root);
  assert(anchor !== null);
  const demands = {
    anchors: [anchor],
    now: Date.parse(verifyAt) / 1000,
    extendedKeyUsages: ["1.0.18013.5.1.2"],
  };
  assert(verifyChain([leaf], demands).ok);
  const serverAuth = { ...demands, extendedKeyUsages: ["1.3.6.1.5.5.7.3.1"] };
  assert(!verifyChain([leaf], serverAuth).ok);
});

for (
  const [name, code] of [
    ["french-playground-draft18", "mdoc_status_not_ok"],
    ["ubique-draft18", "device_signature_invalid"],
    ["iso18013-5-annex-D.4.1.2", "device_mac_unsupported"],
  ] as const
) {
  Deno.test(`${name} is refused: ${code}`, async () => {
    const result = await verify(name, "org.iso.18013.5.1.mDL");
    assert.equal(result.ok ? "none" : result.refusal.code, code);
  });
}

Deno.test("the draft's answer is refused for its handover, were its errors none", async () => {
  const name = "french-playground-draft18";
  const hex: string = responses[name].deviceResponseHex;
  // documentErrors: [] is taken out, and the map is one member shorter.
  const at = hex.indexOf(Buffer.from("documentErrors").toString("hex")) - 2;
  const without = `a3${hex.slice(2, at)}${hex.slice(at + 2 + 28 + 2)}`;
  const text = Buffer.from(without, "hex").toString("base64url");
  const result = await verifyMdocPresentation(text, demandsOf(name, "org.iso.18013.5.1.mDL"));
  assert.equal(result.ok ? "none" : result.refusal.code, "device_signature_invalid");
});

import assert from "node:assert/strict";
import { KeyObject } from "node:crypto";
import { Buffer } from "node:buffer";
import { tagged, tdate } from "../../../sandbox/wallet/cbor.ts";
import type { Item, MdocMaking } from "../../../sandbox/wallet/make_mdoc.ts";
import { type Cbor, decodeCbor, isBytes, isMap } from "../../../standards/mdoc/cbor.ts";
import { readDeviceResponse } from "../../../standards/mdoc/device_response.ts";
import { thumbprintBytes } from "../../../standards/jose/thumbprint.ts";
import {
  digitalSessionTranscript,
  sessionTranscript,
} from "../../../standards/mdoc/session_transcript.ts";
import {
  type MdocDemands,
  verifyMdocPresentation,
} from "../../../standards/mdoc/verify_presentation.ts";
import { ok, refuse } from "../../../base/result.ts";
import { parseCertificate } from "../../../standards/x509/certificate.ts";
import { verifyChain } from "../../../standards/x509/verify_chain.ts";
import { certify, lookedAt } from "../../support/certificates.ts";
import { makePresentation, ofAge } from "../../support/mdoc.ts";
import { mdocByPeer } from "../../support/peer_verifiers.ts";

async function vectorOf(file: string) {
  const url = new URL(`../../../fixtures/vectors/mdoc/${file}`, import.meta.url);
  return JSON.parse(await Deno.readTextFile(url));
}

function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, "hex"));
}

const responses = await vectorOf("mdoc-device-responses.json");

Deno.test("OpenID4VP 1.0 B.2.6: the session transcript is the specification's, byte for byte", async () => {
  const { redirect } = await vectorOf("openid4vp-1.0-handover.json");
  const { clientId, nonce, responseUri, sessionTranscriptHex, encryptionJwk } = redirect;
  const jwkThumbprint = thumbprintBytes(encryptionJwk);
  const transcript = sessionTranscript({ clientId, nonce, responseUri, jwkThumbprint });
  assert.equal(Buffer.from(transcript).toString("hex"), sessionTranscriptHex);
  const unbound = sessionTranscript({ clientId, nonce, responseUri, jwkThumbprint: null });
  assert.notEqual(Buffer.from(unbound).toString("hex"), sessionTranscriptHex);
});

Deno.test("OpenID4VP 1.0 B.2.6.2: likewise by the Digital Credentials API, bound to the page's origin", async () => {
  const { redirect: { nonce, encryptionJwk }, dcApi } = await vectorOf(
    "openid4vp-1.0-handover.json",
  );
  const jwkThumbprint = thumbprintBytes(encryptionJwk);
  const hexOf = (origin: string, key: Uint8Array | null) =>
    Buffer.from(digitalSessionTranscript({ origin, nonce, jwkThumbprint: key })).toString("hex");
  assert.equal(hexOf("https://example.com", jwkThumbprint), dcApi.sessionTranscriptHex);
  assert.notEqual(hexOf("https://example.com", null), dcApi.sessionTranscriptHex);
  assert.notEqual(hexOf("https://example.com:8443", jwkThumbprint), dcApi.sessionTranscriptHex);
});

function derOf(pem: string): Uint8Array {
  return new Uint8Array(Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ""), "base64"));
}

/**
 * The binding of a vector's answer in OpenID4VP 1.0; the original binding may have been another.
 */
function boundTo(name: string) {
  const { clientId = "a", nonce = "b", responseUri = "c", jwkThumbprintHex } = responses[name];
  const jwkThumbprint = jwkThumbprintHex === undefined ? null : bytesOf(jwkThumbprintHex);
  return { clientId, nonce, responseUri, jwkThumbprint };
}

/** Trust in the vectors' issuers: the issuer of the signer, or the signer itself. */
function demandsOf(name: string, docType: string): MdocDemands {
  const vector = responses[name];
  const now = Date.parse(vector.verifyAt ?? "2021-01-01T00:00:00Z") / 1000;
  const anchors = (vector.certificatesPem ?? []).map(derOf).flatMap((der: Uint8Array) =>
    parseCertificate(der) ?? []
  );
  return {
    docType,
    now,
    skewSeconds: 0,
    transcript: sessionTranscript(boundTo(name)),
    issuerKey: async (chain) => {
      const verified = verifyChain(chain, {
        anchors,
        now,
        extendedKeyUsages: ["1.0.18013.5.1.2"],
      });
      const [own] = chain;
      const leaf = verified.ok ? verified.value.certificate : parseCertificate(own ?? derOf(""));
      if (leaf === null) return refuse({ code: "issuer_untrusted" });
      const { publicKey } = leaf;
      assert(publicKey instanceof KeyObject);
      const key = await crypto.subtle.importKey(
        "spki",
        new Uint8Array(publicKey.export({ format: "der", type: "spki" })),
        { name: "ECDSA", namedCurve: "P-256" },
        false,
        ["verify"],
      );
      const { notBefore, notAfter, country } = leaf;
      return ok({ key, notBefore, notAfter, countries: country === null ? [] : [country] });
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

/** A value that our wallet can encode: times and dates have lost their tags when read. */
function encodable(value: Cbor): unknown {
  if (value === null || typeof value !== "object" || isBytes(value)) return value;
  if (isMap(value)) return new Map([...value].map(([key, of]) => [key, encodable(of)]));
  if (!("kind" in value)) return value.map(encodable);
  assert(value.kind === "date", "no element of a vector holds embedded CBOR");
  return tagged(value.text.includes("T") ? 0 : 1004, value.text);
}

/** The items of a vector's document, by namespace. */
function itemsOf(name: string) {
  const response = readDeviceResponse(bytesOf(responses[name].deviceResponseHex));
  const [document] = response?.documents ?? [];
  assert(document !== undefined);
  const nameSpaces = [...document.nameSpaces].map(([nameSpace, items]) => {
    const read = items.map(({ content }) => {
      const item = decodeCbor(content);
      assert(isMap(item));
      const [id, random] = [item.get("digestID"), item.get("random")];
      assert(typeof id === "number" && isBytes(random));
      const value = item.get("elementValue") ?? null;
      return { id, random, name: String(item.get("elementIdentifier")), value };
    });
    return [nameSpace, read] as const;
  });
  return { docType: document.docType, nameSpaces };
}

const root = await certify({ name: "Root" });
const signer = await certify({ name: "Signer", issuer: root });

/** A document of our own issuer, valid as long as its certificate. */
async function issued(
  making: Pick<MdocMaking, "docType" | "nameSpace" | "items" | "transcript">,
): Promise<string> {
  return await makePresentation({
    ...making,
    signedDocType: making.docType,
    issuerSigner: signer.keys.privateKey,
    issuerCertificates: [signer.der],
    validity: {
      signed: tdate(lookedAt - 100),
      validFrom: tdate(lookedAt - 100),
      validUntil: tdate(lookedAt + 100),
    },
  });
}

/** The elements of such a document, read by both verifiers. */
async function elementsIn(text: string, docType: string, bound: ReturnType<typeof boundTo>) {
  const { certificate: { notBefore, notAfter }, keys } = signer;
  const verified = await verifyMdocPresentation(text, {
    docType,
    transcript: sessionTranscript(bound),
    now: lookedAt,
    skewSeconds: 0,
    issuerKey: () =>
      Promise.resolve(ok({
        key: keys.publicKey,
        notBefore: notBefore.getTime() / 1000,
        notAfter: notAfter.getTime() / 1000,
      })),
  });
  assert(verified.ok, verified.ok ? "" : verified.refusal.code);
  const byPeer = await mdocByPeer(text, { boundTo: bound, anchor: root.der, now: lookedAt });
  assert.deepEqual(byPeer.failed, []);
  assert(byPeer.passed.some((check) => /device signature/i.test(check)));
  return verified.value.elements;
}

for (const name of Object.keys(responses)) {
  Deno.test(`${name}: its elements are the same when they are issued again, here and for @owf/mdoc`, async () => {
    const { docType, nameSpaces } = itemsOf(name);
    assert(nameSpaces.length > 0);
    for (const [nameSpace, read] of nameSpaces) {
      const items = read.map(({ value, ...rest }): Item => ({ ...rest, value: encodable(value) }));
      const bound = boundTo(name);
      const transcript = sessionTranscript(bound);
      const text = await issued({ docType, nameSpace, items, transcript });
      const elements = await elementsIn(text, docType, bound);
      assert.deepEqual(
        elements.get(nameSpace),
        new Map(read.map(({ name, value }) => [name, value])),
      );
    }
  });
}

Deno.test("OpenID4VP 1.0 B.2.6: what is signed over the specification's transcript is bound to its request", async () => {
  const { redirect } = await vectorOf("openid4vp-1.0-handover.json");
  const { clientId, nonce, responseUri, jwkThumbprintHex, sessionTranscriptHex } = redirect;
  const transcript = bytesOf(sessionTranscriptHex);
  const text = await issued({ docType: "a", nameSpace: "b", items: ofAge, transcript });
  const bound = { clientId, nonce, responseUri, jwkThumbprint: bytesOf(jwkThumbprintHex) };
  assert.equal((await elementsIn(text, "a", bound)).get("b")?.get("age_over_18"), true);
});

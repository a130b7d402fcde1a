import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { cbor, map, tagged, tdate } from "../../../sandbox/wallet/cbor.ts";
import { coseKey, type MdocMaking } from "../../../sandbox/wallet/make_mdoc.ts";
import type { Cbor } from "../../../standards/mdoc/cbor.ts";
import type { MdocFault } from "../../../standards/mdoc/refusal.ts";
import { ok, refuse } from "../../../base/result.ts";
import {
  type MdocDemands,
  verifyMdocPresentation,
} from "../../../standards/mdoc/verify_presentation.ts";
import {
  demands,
  deviceKeys,
  docType,
  makeDocument,
  makePresentation,
  ofAge,
  presentedAt,
} from "../../support/mdoc.ts";
import { runs } from "../../support/runs.ts";

async function refusal(text: string, asked: MdocDemands = demands): Promise<string> {
  const result = await verifyMdocPresentation(text, asked);
  return result.ok ? "none" : result.refusal.code;
}

async function elementsOf(making: Partial<MdocMaking>) {
  const result = await verifyMdocPresentation(await makePresentation(making), demands);
  assert(result.ok, result.ok ? "" : result.refusal.code);
  return result.value.elements;
}

Deno.test("a document is taken with every element that it shows", async () => {
  const items: MdocMaking["items"] = [
    ...ofAge,
    { id: 7, name: "age_over_21", value: false },
    { id: 3, name: "expiry_date", value: tagged(1004, "2030-01-31") },
  ];
  const elements = await elementsOf({ items });
  assert.deepEqual(
    elements,
    new Map([[
      docType,
      new Map<string, Cbor>([
        ["age_over_18", true],
        ["age_over_21", false],
        ["expiry_date", { kind: "date", text: "2030-01-31" }],
      ]),
    ]]),
  );
});

Deno.test("the fully specified algorithm and a status are taken", async () => {
  const status = map({ status_list: map({ idx: 4, uri: "https://issuer.example/1" }) });
  const text = await makePresentation({
    issuerHeader: new Map([[1, -9]]),
    deviceHeader: new Map([[1, -9]]),
    mso: { status },
  });
  const result = await verifyMdocPresentation(text, demands);
  assert(result.ok);
  assert.deepEqual(result.value.status, status);
});

const stranger = await crypto.subtle.generateKey(
  { name: "ECDSA", namedCurve: "P-256" },
  true,
  ["sign", "verify"],
);
const publicKey = await coseKey(deviceKeys.publicKey);

/** Invalid documents, each with the one refusal that it must get. */
const broken: readonly (readonly [string, Partial<MdocMaking>, MdocFault])[] = [
  ["version 2.0", { response: { version: "2.0" } }, "mdoc_version_unsupported"],
  ["status 10", { response: { status: 10 } }, "mdoc_status_not_ok"],
  ["no status", { response: { status: undefined } }, "mdoc_status_not_ok"],
  [
    "an error beside its document",
    { response: { documentErrors: [map({ [docType]: 0 })] } },
    "mdoc_status_not_ok",
  ],
  ["no document", { response: { documents: [] } }, "mdoc_document_count_unaccepted"],
  [
    "two documents",
    { response: { documents: [await makeDocument(), await makeDocument()] } },
    "mdoc_document_count_unaccepted",
  ],
  ["another document", { docType: "org.iso.18013.5.1.mDL" }, "mdoc_doctype_unaccepted"],
  ["a MAC", { deviceAuth: { deviceMac: [] } }, "device_mac_unsupported"],
  [
    "a MAC alone",
    { deviceAuth: { deviceSignature: undefined, deviceMac: [] } },
    "device_mac_unsupported",
  ],
  ["EdDSA", { issuerHeader: new Map([[1, -8]]) }, "issuer_algorithm_unsupported"],
  ["no algorithm", { issuerHeader: new Map() }, "issuer_algorithm_unsupported"],
  [
    "a critical header",
    { issuerHeader: new Map<number, unknown>([[1, -7], [2, [99]]]) },
    "mdoc_malformed",
  ],
  ["another issuer", { issuerSigner: stranger.privateKey }, "issuer_signature_invalid"],
  ["a security object of another document", {
    mso: { docType: "org.iso.18013.5.1.mDL" },
  }, "mdoc_doctype_differs"],
  ["no version of the security object", { mso: { version: undefined } }, "mdoc_malformed"],
  ["SHA-1", { mso: { digestAlgorithm: "SHA-1" } }, "digest_algorithm_unsupported"],
  [
    "a signature before the certificate",
    { validity: { signed: tdate(presentedAt - 1001) } },
    "mdoc_signed_outside_certificate",
  ],
  [
    "a signature after the certificate",
    { validity: { signed: tdate(presentedAt + 1001) } },
    "mdoc_signed_outside_certificate",
  ],
  ["an end", { validity: { validUntil: tdate(presentedAt - 61) } }, "mdoc_expired"],
  [
    "a beginning",
    { validity: { validFrom: tdate(presentedAt + 61) } },
    "mdoc_not_yet_valid",
  ],
  [
    "a signature after today",
    { validity: { signed: tdate(presentedAt + 61), validFrom: tdate(presentedAt - 61) } },
    "mdoc_not_yet_valid",
  ],
  ["a day that no calendar has", {
    validity: { validUntil: tagged(0, "2099-02-30T00:00:00Z") },
  }, "mdoc_malformed"],
  ["a leap day of no leap year", {
    validity: { validUntil: tagged(0, "2099-02-29T00:00:00Z") },
  }, "mdoc_malformed"],
  ...[0, 15].map((length): readonly [string, Partial<MdocMaking>, MdocFault] => [
    `an item with ${length} bytes of randomness`,
    { items: ofAge.map((item) => ({ ...item, random: new Uint8Array(length) })) },
    "mdoc_malformed",
  ]),
  ["a time as text", { validity: { validUntil: "2099-01-01T00:00:00Z" } }, "mdoc_malformed"],
  [
    "a date as time",
    { validity: { validUntil: tagged(1004, "2099-01-01") } },
    "mdoc_malformed",
  ],
  ["another value than was signed", {
    items: ofAge,
    signedItems: [{ id: 0, name: "age_over_18", value: false }],
  }, "element_digest_differs"],
  ["an element that nobody signed", {
    items: [...ofAge, { id: 1, name: "age_over_21", value: true }],
    signedItems: ofAge,
  }, "element_digest_differs"],
  [
    "another namespace than was signed",
    { mso: { valueDigests: new Map([["other", new Map()]]) } },
    "element_digest_differs",
  ],
  ["an element twice", {
    items: [...ofAge, { id: 1, name: "age_over_18", value: false }],
  }, "element_repeated"],
  ["a digest twice", {
    items: [...ofAge, { id: 0, name: "age_over_21", value: true }],
    signedItems: ofAge,
  }, "element_repeated"],
  ["a negative digest", {
    items: [{ id: -1, name: "age_over_18", value: true }],
  }, "mdoc_malformed"],
  ["a private device key", {
    deviceKey: new Map([...publicKey, [-4, new Uint8Array(32)]]),
  }, "device_key_unusable"],
  ["half a device key", {
    deviceKey: new Map([...publicKey, [-3, true]]),
  }, "device_key_unusable"],
  ["a device key of OKP", { deviceKey: new Map([...publicKey, [1, 1]]) }, "device_key_unusable"],
  ["ES384 with P-256", { deviceHeader: new Map([[1, -35]]) }, "device_algorithm_unsupported"],
  ["another device", { deviceSigner: stranger.privateKey }, "device_signature_invalid"],
  [
    "another request",
    { transcript: demands.transcript.with(-1, 0) },
    "device_signature_invalid",
  ],
  ["a payload in the device's signature", {
    deviceAuth: {
      deviceSignature: [cbor(new Map([[1, -7]])), new Map(), Uint8Array.of(1), Uint8Array.of(1)],
    },
  }, "mdoc_malformed"],
  ["no device signature", { deviceAuth: { deviceSignature: undefined } }, "mdoc_malformed"],
];

for (const [what, making, code] of broken) {
  Deno.test(`a document is refused for ${what}`, async () => {
    assert.equal(await refusal(await makePresentation(making)), code);
  });
}

Deno.test("an issuer that leads to no trust anchor is refused, and its certificates are asked for", async () => {
  const seen: unknown[] = [];
  const issuerKey: MdocDemands["issuerKey"] = (certificates, algorithm) => {
    seen.push([certificates, algorithm]);
    return Promise.resolve(refuse({ code: "issuer_untrusted" }));
  };
  assert.equal(
    await refusal(await makePresentation(), { ...demands, issuerKey }),
    "issuer_untrusted",
  );
  assert.deepEqual(seen, [[[Uint8Array.of(1, 2, 3)], "ES256"]]);
});

Deno.test("the issuer's key of another curve is an invalid signature, not a fault", async () => {
  const other = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-384" }, true, [
    "sign",
    "verify",
  ]);
  const issuerKey: MdocDemands["issuerKey"] = () =>
    Promise.resolve(ok({ key: other.publicKey, notBefore: 0, notAfter: presentedAt * 2 }));
  assert.equal(
    await refusal(await makePresentation(), { ...demands, issuerKey }),
    "issuer_signature_invalid",
  );
});

Deno.test("only base64url without padding, in its one spelling, is read", async () => {
  const text = await makePresentation();
  const standard = Buffer.from(text, "base64url").toString("base64");
  for (const other of [`${text}=`, `${text} `, standard, "", "AA"]) {
    if (other !== text) assert.equal(await refusal(other), "mdoc_malformed");
  }
});

Deno.test("hostile CBOR is refused, whatever it promises", async () => {
  const hostile = [
    "9bffffffffffffffff",
    "bbffffffffffffffff",
    "5affffffff",
    "9a7fffffff",
    "ba7fffffff",
    "9f0102ff",
    "bf0102ff",
    "5f4101ff",
    "d9dff800",
    "c24101",
    "a2616101616102",
    `${"81".repeat(100_000)}00`,
    `${"d818".repeat(10_000)}00`,
    "f7",
    "a0",
    "00",
  ];
  for (const hex of hostile) {
    const text = Buffer.from(hex, "hex").toString("base64url");
    assert.match(await refusal(text), /^mdoc_(malformed|version_unsupported)$/);
  }
});

Deno.test("a key that stands twice is no map, wherever it stands", async () => {
  const bytes = Buffer.from(await makePresentation(), "base64url");
  const twice = Buffer.concat([Uint8Array.of(0xa4), bytes.subarray(1), cbor("status"), cbor(0)]);
  assert.equal(await refusal(twice.toString("base64url")), "mdoc_malformed");
});

Deno.test("whatever is done to a document, it shows nothing else than was signed", async () => {
  const good = Buffer.from(await makePresentation(), "base64url");
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.nat(good.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (at, by) => {
        const changed = new Uint8Array(good).with(at, (good[at] ?? 0) ^ by);
        const result = await verifyMdocPresentation(text(changed), demands);
        if (!result.ok) return;
        // Its certificates are verified elsewhere, and it may show less than it holds.
        taken += 1;
        const shown = [...result.value.elements].flatMap(([name, values]) =>
          [...values].map(([element, value]) => [name, element, value])
        );
        assert([0, 1].includes(shown.length));
        for (const one of shown) assert.deepEqual(one, [docType, "age_over_18", true]);
      },
    ),
    { numRuns: runs(1000) },
  );
  assert(taken < 100);
  for (const length of good.keys()) {
    assert.equal(await refusal(text(good.subarray(0, length))), "mdoc_malformed");
  }
});

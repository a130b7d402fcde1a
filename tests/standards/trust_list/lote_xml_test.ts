/** XML lists signed by signxml (`fixtures/vectors/xml_signature/`), and forged versions of them. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { importPublicKey } from "../../../standards/jose/jws.ts";
import { type Certificate, parseCertificate } from "../../../standards/x509/certificate.ts";
import { parsePem } from "../../../standards/x509/pem.ts";
import { ecKeyOf } from "../../../standards/x509/verify_chain.ts";
import { verifyXmlLote } from "../../../standards/trust_list/lote.ts";
import { verifyEnveloped } from "../../../standards/xml_signature/verify_enveloped.ts";
import { runs } from "../../support/runs.ts";

const folder = new URL("../../../fixtures/vectors/xml_signature/", import.meta.url);
const read = (name: string) => Deno.readTextFile(new URL(name, folder));

/** The certificates of a file. */
async function certificatesOf(name: string): Promise<readonly Certificate[]> {
  const blocks = parsePem(await read(name)) ?? [];
  return blocks.map(({ der }) => parseCertificate(der) ?? assert.fail());
}

const keys = await Promise.all(
  (await certificatesOf("operators.pem")).map((certificate) =>
    importPublicKey(ecKeyOf(certificate) ?? assert.fail())
  ),
);
const [listed = assert.fail()] = parsePem(await read("listed.pem")) ?? [];
const now = Date.parse("2026-04-01T00:00:00Z") / 1000;
const xml = await read("xades_p256.xml");

for (const name of ["xades_p256.xml", "xades_p384.xml", "xmldsig_p256.xml"]) {
  Deno.test(`verifyXmlLote() reads ${name}: whom it lists, and neither the withdrawn nor wallets' issuers`, async () => {
    const list = await verifyXmlLote(await read(name), { keys, now });
    assert(list.ok, list.ok ? "" : list.refusal.code);
    const { authorities, issuedAt, nextUpdate } = list.value;
    assert.equal(authorities.length, 1);
    assert.deepEqual([...authorities[0]!.certificate], [...listed.der]);
    assert.equal(issuedAt, Date.parse("2026-03-01T00:00:00Z") / 1000);
    assert.equal(nextUpdate, Date.parse("2046-03-01T00:00:00Z") / 1000);
  });
}

async function codeOf(text: string, demands = { keys, now }): Promise<string> {
  const list = await verifyXmlLote(text, demands);
  return list.ok ? "taken" : list.refusal.code;
}

Deno.test("verifyXmlLote() believes the given keys alone, and in its time", async () => {
  const [p256, p384] = keys as [CryptoKey, CryptoKey];
  assert.equal(await codeOf(xml, { keys: [], now }), "trust_list_signature_invalid");
  assert.equal(await codeOf(xml, { keys: [p384], now }), "trust_list_signature_invalid");
  assert.equal(await codeOf(xml, { keys: [p384, p256], now }), "taken");
  const stranger = await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    true,
    ["sign", "verify"],
  );
  assert.equal(
    await codeOf(xml, { keys: [stranger.publicKey], now }),
    "trust_list_signature_invalid",
  );
  assert.equal(await codeOf(xml, { keys, now: now + 30 * 365 * 86_400 }), "trust_list_out_of_date");
  assert.equal(await codeOf(xml, { keys, now: now - 365 * 86_400 }), "trust_list_out_of_date");
});

const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(xml)![0];
const [, certificate = ""] = /<X509Certificate>([^<]*)</.exec(xml) ?? [];
const evil = xml.replaceAll("PID issuers", "x").replace(certificate, "RVZJTA==")
  .replace(signature, "");
const body = xml.slice(xml.indexOf("<ListOfTrustedEntities"));
const evilBody = evil.slice(evil.indexOf("<ListOfTrustedEntities"));
const close = "</ListOfTrustedEntities>";

const attacks: Readonly<Record<string, string>> = {
  "another certificate": xml.replace(certificate, "RVZJTA=="),
  "no signature": xml.replace(signature, ""),
  "a signature of another list": evil.replace(close, `${signature}${close}`),
  "the signed list inside of another, signature at the root": evilBody.replace(
    close,
    `<x>${body.replace(signature, "")}</x>${signature}${close}`,
  ),
  "the signed list inside of another, with its signature": evilBody.replace(
    close,
    `<x>${body}</x>${close}`,
  ),
  "the signed list inside of an object of the signature": evilBody.replace(
    close,
    `${
      signature.replace(
        "</ds:Signature>",
        `<ds:Object>${body.replace(signature, "")}</ds:Object></ds:Signature>`,
      )
    }${close}`,
  ),
  "two signatures": xml.replace(signature, signature + signature),
  "a second signature in an object": xml.replace(
    "</ds:Signature>",
    `<ds:Object>${signature}</ds:Object></ds:Signature>`,
  ),
  "a second whole reference": xml.replace(
    "</ds:SignedInfo>",
    `${/<ds:Reference URI="".*?<\/ds:Reference>/s.exec(xml)![0]}</ds:SignedInfo>`,
  ),
  "the whole reference by an id": xml.replace('<ds:Reference URI=""', '<ds:Reference URI="#x"'),
  "no reference to the whole": xml.replace(/<ds:Reference URI="".*?<\/ds:Reference>/s, ""),
  "a transform more": xml.replace(
    "</ds:Transforms>",
    '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/></ds:Transforms>',
  ),
  "a filter in the transform": xml.replace(
    '<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>',
    '<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"><x PrefixList="a"/></ds:Transform>',
  ),
  "SHA-1": xml.replace(
    "http://www.w3.org/2001/04/xmlenc#sha256",
    "http://www.w3.org/2000/09/xmldsig#sha1",
  ),
  "HMAC with the public key": xml.replace(
    "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256",
    "http://www.w3.org/2000/09/xmldsig#hmac-sha1",
  ),
  "a comment within a certificate's text": xml.replace(
    certificate,
    `${certificate.slice(0, 20)}<!-- -->X${certificate.slice(20)}`,
  ),
  "a signature in another namespace": xml.replaceAll("http://www.w3.org/2000/09/xmldsig#", "urn:x"),
  "an element in another namespace": xml.replace(
    "<TrustedEntitiesList>",
    '<TrustedEntitiesList xmlns="urn:x">',
  ),
  "a value of the signature that is cut": xml.replace(
    /<ds:SignatureValue>.{8}/s,
    "<ds:SignatureValue>",
  ),
  "inclusive canonicalization": await read("inclusive_p256.xml"),
  "a document type": xml.replace("<ListOf", "<!DOCTYPE ListOfTrustedEntities><ListOf"),
  "an entity": xml.replace(
    "<ListOf",
    '<!DOCTYPE x [<!ENTITY e "eeeeeeeeee"><!ENTITY f "&e;&e;&e;&e;">]><ListOf',
  ),
  "a processing instruction": xml.replace("<ListAnd", "<?x y?><ListAnd"),
  "elements a thousand deep": `${"<a>".repeat(1_000)}${"</a>".repeat(1_000)}`,
  "a million elements": `<a>${"<b/>".repeat(1_000_000)}</a>`,
  "no XML": "eyJhbGciOiJub25lIn0..",
  "nothing": "",
  "a cut file": xml.slice(0, -40),
  "two roots": `${xml}<x/>`,
  "an undeclared prefix": xml.replace("<ListAnd", "<q:x/><ListAnd"),
  "a byte that is no UTF-8": xml.replace("Ministry", "Ministry\ufffd"),
};

for (const [name, text] of Object.entries(attacks)) {
  Deno.test(`verifyXmlLote() refuses ${name}`, async () => {
    assert.notEqual(text, xml);
    assert.match(await codeOf(text), /^trust_list_(signature_invalid|malformed)$/);
  });
}

Deno.test("verifyXmlLote() takes what canonical forms call equal", async () => {
  const equal = [
    xml.replace("<!-- in between -->", ""),
    xml.replace("<!-- in between -->", "<!-- other words -->"),
    xml.replaceAll("\n", "\r\n"),
    xml.replace('LOTETag="', 'LOTETag = "'),
    xml.replace("</ListOfTrustedEntities>", "</ListOfTrustedEntities   >"),
  ];
  for (const text of equal) {
    assert.notEqual(text, xml);
    assert.equal(await codeOf(text), "taken");
  }
});

Deno.test("a document that is changed anywhere is refused, or is read as it was", async () => {
  const whole = await verifyEnveloped(xml, keys);
  assert(whole.ok);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(xml.length - 1),
      fc.constantFrom("", "x", "<", ">", "&", '"', " ", "\n", "<!--x-->", "<b/>", "\u0301"),
      fc.nat(3),
      async (at, put, taken) => {
        const changed = await verifyEnveloped(xml.slice(0, at) + put + xml.slice(at + taken), keys);
        if (changed.ok) assert.deepEqual(changed.value, whole.value);
      },
    ),
    { numRuns: runs(2_000) },
  );
});

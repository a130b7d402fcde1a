import "reflect-metadata";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { Name } from "@peculiar/x509";
import fc from "fast-check";
import { distinguishedName } from "../../../standards/x509/distinguished_name.ts";

/** Parts of a name, each of attributes by their type. */
type Parts = readonly Readonly<Record<string, string>>[];

/** The DER of a name in UTF8Strings, made by an independent library. */
function derOf(parts: Parts): Uint8Array {
  const json = parts.map((part) =>
    Object.fromEntries(
      Object.entries(part).map(([type, utf8String]) => [type, [{ utf8String }]]),
    )
  );
  return new Uint8Array(new Name(json).toArrayBuffer());
}

Deno.test("distinguishedName() writes a name as RFC 4514 has it, the last part first", async (t) => {
  const cases: readonly { readonly name: Parts; readonly text: string }[] = [
    {
      name: [{ C: "DE" }, { O: "Example" }, { CN: "Issuer" }],
      text: "CN=Issuer,O=Example,C=DE",
    },
    { name: [], text: "" },
    { name: [{ O: "Sue, Grabbit and Runn" }], text: "O=Sue\\, Grabbit and Runn" },
    { name: [{ CN: "Lučić" }], text: "CN=Lučić" },
    { name: [{ CN: "# leads" }], text: "CN=\\# leads" },
    { name: [{ CN: 'a+b;c<d>e\\f"g' }], text: 'CN=a\\+b\\;c\\<d\\>e\\\\f\\"g' },
    { name: [{ CN: " " }], text: "CN=\\ " },
    { name: [{ CN: "  " }], text: "CN=\\ \\ " },
    { name: [{ CN: "a\\ " }], text: "CN=a\\\\\\ " },
    { name: [{ CN: "Before\rAfter" }], text: "CN=Before\\0dAfter" },
    {
      name: [{ DC: "net" }, { DC: "example" }, { OU: "Sales", CN: "J. Smith" }],
      text: "OU=Sales+CN=J. Smith,DC=example,DC=net",
    },
    // organizationIdentifier (X.520) has no name in RFC 4514 §3: UTF8String "NTR", by its bytes.
    { name: [{ "2.5.4.97": "NTR" }], text: "2.5.4.97=#0c034e5452" },
  ];
  for (const { name, text } of cases) {
    await t.step(text, () => assert.equal(distinguishedName(derOf(name)), text));
  }
});

Deno.test("distinguishedName() of any text keeps every character of it, and adds no part", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 40 }), (text) => {
    const written = distinguishedName(derOf([{ CN: text }])) ?? assert.fail();
    const value = written.slice("CN=".length);
    const bytes = value.replaceAll(
      /((?:\\[0-9a-f]{2})+)|\\(.)/gsu,
      (_, hex: string | undefined, character: string) =>
        hex === undefined ? character : Buffer.from(hex.replaceAll("\\", ""), "hex").toString(),
    );
    assert.equal(bytes, text.toWellFormed());
    assert(!/(?<!\\)(?:\\\\)*[,+]/.test(value), value);
  }));
});

Deno.test("distinguishedName() of bytes that are no name is null", () => {
  const der = derOf([{ C: "DE" }, { CN: "Issuer" }]);
  for (let length = 0; length < der.length; length++) {
    assert.equal(distinguishedName(der.subarray(0, length)), null);
  }
  assert.equal(distinguishedName(new Uint8Array([...der, 0])), null);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
    const text = distinguishedName(bytes);
    assert(text === null || typeof text === "string");
  }));
});

import assert from "node:assert/strict";
import { parseCertificate } from "../../../standards/x509/certificate.ts";
import { dnsNamesOf } from "../../../standards/x509/dns_names.ts";
import { certify, dnsNames, signerExtensions } from "../../support/certificates.ts";
import { Extension, SubjectAlternativeNameExtension } from "@peculiar/x509";

async function namesIn(...extensions: readonly Extension[]): Promise<readonly string[]> {
  const { der } = await certify({
    name: "verifier.example",
    extensions: [...signerExtensions, ...extensions],
  });
  return dnsNamesOf(parseCertificate(der) ?? assert.fail());
}

Deno.test("dnsNamesOf() reads every dNSName, in lower case, and no other name", async () => {
  const extension = new SubjectAlternativeNameExtension([
    { type: "dns", value: "Verifier.Example" },
    { type: "email", value: "mail.example" },
    { type: "url", value: "https://address.example" },
    { type: "ip", value: "192.0.2.1" },
    { type: "dns", value: "xn--bcher-kva.example" },
  ]);
  assert.deepEqual(await namesIn(extension), ["verifier.example", "xn--bcher-kva.example"]);
});

Deno.test("dnsNamesOf() reads no name where there is no extension: the subject's is none", async () => {
  assert.deepEqual(await namesIn(), []);
});

Deno.test("dnsNamesOf() leaves out wildcards, addresses and what is no DNS name", async () => {
  const names = [
    "*.example",
    "a.*.example",
    "192.0.2.1",
    "",
    ".example",
    "verifier.example.",
    "-a.example",
    "a-.example",
    "a_b.example",
    "a b.example",
    "verifier.example\0.attacker.example",
    `${"a".repeat(64)}.example`,
    `${"a.".repeat(130)}example`,
  ];
  assert.deepEqual(await namesIn(dnsNames(...names)), []);
  assert.deepEqual(await namesIn(dnsNames(...names, "a.example", "localhost")), [
    "a.example",
    "localhost",
  ]);
});

Deno.test("dnsNamesOf() reads no name of an extension that is malformed", async () => {
  for (
    const bytes of [[], [0x30], [0x04, 0x00], [0x30, 0x03, 0x82, 0x05, 0x61], [0x30, 0x80, 0, 0]]
  ) {
    const extension = new Extension("2.5.29.17", false, Uint8Array.from(bytes));
    assert.deepEqual(await namesIn(extension), [], bytes.join());
  }
});

import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { parsePem } from "../../../standards/x509/pem.ts";
import { curveOfPrivateKey } from "../../../standards/x509/private_key.ts";
import { pemOf } from "../../support/pem.ts";

Deno.test("parsePem() reads back every block, whatever separates them", () => {
  const label = fc.constantFrom("CERTIFICATE", "PRIVATE KEY", "X509 CRL");
  const blocks = fc.array(fc.tuple(label, fc.uint8Array({ minLength: 1, maxLength: 200 })), {
    minLength: 1,
  });
  const separators = fc.constantFrom("", "\n", "subject=CN = Röot\n", "# a comment\r\n");
  fc.assert(fc.property(blocks, separators, fc.boolean(), (written, comment, isDos) => {
    const text = written.map(([name, der]) => `${comment}${pemOf(name, der)}`).join("");
    const read = parsePem(isDos ? text.replaceAll("\n", "\r\n") : text);
    assert.deepEqual(
      read?.map(({ label, der }) => [label, [...der]]),
      written.map(([name, der]) => [name, [...der]]),
    );
  }));
});

Deno.test("parsePem() reads nothing of a text with a damaged block", () => {
  const good = pemOf("CERTIFICATE", new Uint8Array(100));
  const damaged = [
    "",
    "no PEM",
    good.replace("-----END", "-----ENDE"),
    good.replace("END CERTIFICATE", "END PRIVATE KEY"),
    good.replace("AAAA", "AA*A"),
    good.replace("AAAA", "AAA"),
    good + good.slice(0, 60),
  ];
  for (const text of damaged) assert.equal(parsePem(text), null, text);
});

Deno.test("curveOfPrivateKey() knows P-256 and P-384, and nothing of anything else", () => {
  const of = (namedCurve: string) =>
    new Uint8Array(
      generateKeyPairSync("ec", { namedCurve }).privateKey.export({ type: "pkcs8", format: "der" }),
    );
  const key = of("P-256");
  assert.deepEqual([curveOfPrivateKey(key), curveOfPrivateKey(of("P-384"))], ["P-256", "P-384"]);
  fc.assert(fc.property(fc.nat(key.length - 1), (length) => {
    assert.equal(curveOfPrivateKey(key.subarray(0, length)), null);
  }));
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
    assert.equal(curveOfPrivateKey(bytes), null);
  }));
  // However it is changed, it is an answer.
  fc.assert(fc.property(fc.nat(key.length - 1), fc.nat(255), (at, byte) => {
    assert([null, "P-256"].includes(curveOfPrivateKey(key.with(at, byte))));
  }));
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeFormField, readClientCredentials } from "../../../core/login/client_credentials.ts";

/** Encodes a text as OAuth libraries do (RFC 6749 §2.3.1). */
function encodeFormField(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}

function basic(id: string, secret: string): string {
  return `Basic ${btoa(`${encodeFormField(id)}:${encodeFormField(secret)}`)}`;
}

const nothing = { authorization: undefined, clientId: undefined, clientSecret: undefined };
const someText = (maxLength: number) =>
  fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength });

Deno.test("readClientCredentials() reads what either method was made of", () => {
  fc.assert(fc.property(someText(255), someText(512), (clientId, secret) => {
    const expected = { ok: true, value: { clientId, secret } };
    const authorization = basic(clientId, secret);
    if (authorization.length <= 4_096) {
      assert.deepEqual(readClientCredentials({ ...nothing, authorization }), expected);
      // Beside the header the form may repeat who the client is.
      const repeated = { ...nothing, authorization, clientId };
      assert.deepEqual(readClientCredentials(repeated), expected);
    }
    const posted = { ...nothing, clientId, clientSecret: secret };
    assert.deepEqual(readClientCredentials(posted), expected);
  }));
});

Deno.test("readClientCredentials() answers any header with credentials or invalid_client", () => {
  const anyText = fc.string({ unit: "binary", maxLength: 200 });
  const base64 = anyText.map((text) => `Basic ${new TextEncoder().encode(text).toBase64()}`);
  fc.assert(fc.property(fc.oneof(anyText, base64), (authorization) => {
    const read = readClientCredentials({ ...nothing, authorization });
    if (!read.ok) return assert.equal(read.refusal.code, "invalid_client");
    assert(read.value.clientId.length >= 1 && read.value.secret.length >= 1);
  }));
});

Deno.test("decodeFormField() undoes form encoding and takes nothing malformed", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    assert.equal(decodeFormField(encodeFormField(text)), text);
  }));
  for (const malformed of ["%", "%4", "%zz", "a%2", "%C3", "%FF", "%C0%AF"]) {
    assert.equal(decodeFormField(malformed), null, malformed);
  }
});

Deno.test("readClientCredentials() decodes both halves of Basic", () => {
  // An id with a colon, and a secret with all that must be encoded.
  const read = readClientCredentials({
    ...nothing,
    authorization: `basic  ${btoa("https%3A%2F%2Frp.example:a+b%2Bc%25%3A")}`,
  });
  assert.deepEqual(read, {
    ok: true,
    value: { clientId: "https://rp.example", secret: "a b+c%:" },
  });
});

const cases = [
  { why: "nothing at all", given: {}, code: "invalid_client" },
  { why: "an id alone", given: { clientId: "acme" }, code: "invalid_client" },
  { why: "a secret alone", given: { clientSecret: "s" }, code: "invalid_client" },
  {
    why: "a secret without a value",
    given: { clientId: "acme", clientSecret: "" },
    code: "invalid_client",
  },
  { why: "an empty header", given: { authorization: "" }, code: "invalid_client" },
  { why: "another scheme", given: { authorization: "Bearer abc" }, code: "invalid_client" },
  { why: "no base64", given: { authorization: "Basic a:b" }, code: "invalid_client" },
  { why: "base64url", given: { authorization: "Basic YT_-" }, code: "invalid_client" },
  { why: "no colon", given: { authorization: `Basic ${btoa("acme")}` }, code: "invalid_client" },
  { why: "no secret", given: { authorization: `Basic ${btoa("acme:")}` }, code: "invalid_client" },
  { why: "no id", given: { authorization: `Basic ${btoa(":s")}` }, code: "invalid_client" },
  { why: "no UTF-8", given: { authorization: "Basic /zo6" }, code: "invalid_client" },
  {
    why: "a broken escape",
    given: { authorization: `Basic ${btoa("acme:%zz")}` },
    code: "invalid_client",
  },
  {
    why: "two values in one header",
    given: { authorization: `${basic("acme", "s")}, ${basic("acme", "s")}` },
    code: "invalid_client",
  },
  {
    why: "a header that is too long",
    given: { authorization: basic("acme", "s".repeat(4_000)) },
    code: "invalid_client",
  },
  {
    why: "an id that is too long",
    given: { clientId: "a".repeat(256), clientSecret: "s" },
    code: "invalid_client",
  },
  {
    why: "a secret that is too long",
    given: { clientId: "acme", clientSecret: "s".repeat(513) },
    code: "invalid_client",
  },
  {
    why: "two methods at once",
    given: { authorization: basic("acme", "s"), clientId: "acme", clientSecret: "s" },
    code: "invalid_request",
  },
  {
    why: "two methods at once, the header malformed",
    given: { authorization: "Basic", clientId: "acme", clientSecret: "s" },
    code: "invalid_request",
  },
  {
    why: "another client beside the header",
    given: { authorization: basic("acme", "s"), clientId: "globex" },
    code: "invalid_request",
  },
] as const;

for (const { why, given, code } of cases) {
  Deno.test(`readClientCredentials() refuses ${why} with ${code}`, () => {
    const read = readClientCredentials({ ...nothing, ...given });
    assert(!read.ok);
    assert.equal(read.refusal.code, code);
  });
}

Deno.test("readClientCredentials() takes fields without a value as left out", () => {
  const authorization = basic("acme", "s");
  const read = readClientCredentials({ authorization, clientId: "", clientSecret: "" });
  assert.deepEqual(read, { ok: true, value: { clientId: "acme", secret: "s" } });
});

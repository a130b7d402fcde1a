import assert from "node:assert/strict";
import fc from "fast-check";
import { parseAuthorize, type RepeatableQuery } from "../../../core/login/parse_authorize.ts";
import { redirectWithCode, redirectWithError } from "../../../core/login/redirect_back.ts";

const issuer = "https://aval.example/v1/login";

const valid = {
  response_type: "code",
  client_id: "acme",
  scope: "openid",
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
} as const;

/** A redirect URI, with or without a query of its own. */
const redirectUri: fc.Arbitrary<string> = fc.constantFrom(
  "https://rp.example/cb",
  "https://rp.example/cb?",
  "https://rp.example/cb?a=b",
  "https://rp.example/cb?a=b&",
  "https://rp.example/cb?q=a%20b+c",
  "http://localhost:9000/callback",
);

/** A value of a query string: well-formed text of any characters. */
const text = fc.string({ unit: "binary", maxLength: 40 }).filter((value) => value.isWellFormed());
const given = fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 3 }));
/** An arbitrary query: with known and unknown names. */
const anyQuery: fc.Arbitrary<RepeatableQuery> = fc.dictionary(
  fc.oneof(
    fc.constantFrom(
      ...Object.keys(valid),
      "redirect_uri",
      "state",
      "nonce",
      "prompt",
      "max_age",
      "response_mode",
      "request",
      "request_uri",
      "registration",
      "login_hint",
      "__proto__",
      "constructor",
    ),
    text,
  ),
  given,
);

Deno.test("parseAuthorize() returns to nothing but a registered redirect URI", () => {
  fc.assert(
    fc.property(fc.array(redirectUri), anyQuery, fc.boolean(), (redirectUris, query, isValid) => {
      const parsed = parseAuthorize(isValid ? { ...query, ...valid } : query, { redirectUris });
      if (parsed.kind === "unreturnable") return;
      const address = parsed.kind === "error" ? parsed.error : parsed.request;
      assert(redirectUris.includes(address.redirectUri));
      assert.equal(address.redirectUri, query["redirect_uri"]);
      const location = parsed.kind === "error"
        ? redirectWithError(parsed.error, issuer)
        : redirectWithCode(parsed.request, issuer, "a-code");
      assert(location.startsWith(address.redirectUri));
      assert.match(location, /^[\x21-\x7e]+$/, "it stands in a header as it is");
      assert(!location.includes("#"));
    }),
  );
});

Deno.test("parseAuthorize() returns nobody without a client", () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      assert.deepEqual(parseAuthorize(query, null), { kind: "unreturnable" });
    }),
  );
});

Deno.test("state comes back byte for byte, beside what the redirect URI holds itself", () => {
  const state = fc.string({ unit: "binary", minLength: 1, maxLength: 300 })
    .filter((value) => value.isWellFormed());
  fc.assert(
    fc.property(redirectUri, state, fc.boolean(), (uri, state, isError) => {
      const scope = isError ? "profile" : "openid";
      const query = { ...valid, scope, redirect_uri: uri, state };
      const parsed = parseAuthorize(query, { redirectUris: [uri] });
      assert.notEqual(parsed.kind, "unreturnable");
      if (parsed.kind === "unreturnable") return;
      const location = parsed.kind === "error"
        ? redirectWithError(parsed.error, issuer)
        : redirectWithCode(parsed.request, issuer, "a-code");
      const read = new URL(location).searchParams;
      assert.deepEqual(read.getAll("state"), [state]);
      assert.deepEqual(read.getAll("iss"), [issuer]);
      assert.equal(read.has("error"), isError);
      assert.equal(read.has("code"), !isError);
      for (const [name, value] of new URL(uri).searchParams) assert.equal(read.get(name), value);
    }),
  );
});

Deno.test("the query that starts a request again is the same request", () => {
  const redirect_uri = "https://rp.example/cb?a=b";
  const optional = {
    state: text,
    nonce: text,
    prompt: fc.constantFrom("", "none", "login", "consent select_account"),
    max_age: fc.constantFrom("", "0", "0300", "99999999999999999999"),
    whatever: given,
  };
  fc.assert(
    fc.property(fc.record(optional, { requiredKeys: [] }), (members) => {
      const client = { redirectUris: [redirect_uri] };
      const parsed = parseAuthorize({ ...valid, redirect_uri, ...members }, client);
      assert.equal(parsed.kind, "request");
      if (parsed.kind !== "request") return;
      const again = Object.fromEntries(new URLSearchParams(parsed.request.query));
      assert.deepEqual(parseAuthorize(again, client), parsed);
    }),
  );
});

Deno.test("parseAuthorize() names the first fault, in one order", async (t) => {
  const redirect_uri = "https://rp.example/cb";
  const cases: readonly { readonly query: RepeatableQuery; readonly error: string }[] = [
    { query: { state: ["a", "b"], nonce: ["c", "d"] }, error: "state is given more than once" },
    { query: { response_type: ["code", "code"] }, error: "a parameter is given more than once" },
    { query: { request: "x", response_type: "token" }, error: "request is not supported" },
    { query: { response_type: "token", scope: "" }, error: "response_type must be code" },
    { query: { scope: "", prompt: "x" }, error: "scope must contain openid" },
    { query: { prompt: "x", code_challenge: "" }, error: expectedPrompt() },
    {
      query: { code_challenge: "", code_challenge_method: "" },
      error: "code_challenge is required",
    },
  ];
  for (const { query, error } of cases) {
    await t.step(error, () => {
      const parsed = parseAuthorize({ ...valid, redirect_uri, ...query }, {
        redirectUris: [redirect_uri],
      });
      assert.equal(parsed.kind === "error" ? parsed.error.description : parsed.kind, error);
    });
  }
});

function expectedPrompt(): string {
  return "prompt must be none, login, consent or select_account";
}

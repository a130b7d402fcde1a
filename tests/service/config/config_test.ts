import assert from "node:assert/strict";
import fc from "fast-check";
import { type Config, parseConfig } from "../../../service/config/config.ts";
import { PUBLISHED_SANDBOX_KEY } from "../../../service/config/sandbox_secret.ts";
import type { Environment } from "../../../service/config/variables.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";

/** Keys: 32 bytes 0x00 to 0x1f, and 0x20 to 0x3f. */
const OWN_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const OTHER_KEY = "ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=";
const LIVE: Environment = {
  AVAL_MODE: "live",
  AVAL_LISTS: "lists.bin",
  AVAL_SECRET_KEY: OWN_KEY,
  DENO_KV_ACCESS_TOKEN: "a token that only a KV Connect server asks for",
};

const PROVIDER: Environment = {
  AVAL_AUTH_URL: "https://id.example/auth/",
  AVAL_AUTH_REALM: "platform",
  AVAL_AUTH_CLIENT_ID: "aval",
  AVAL_AUTH_CLIENT_SECRET: "s3cr:t%",
};

function accepted(environment: Environment, policyText?: string): Config {
  const parsed = parseConfig(environment, policyText);
  assert(parsed.ok, JSON.stringify(parsed));
  return parsed.value;
}

function problems(environment: Environment, policyText?: string): readonly string[] {
  const parsed = parseConfig(environment, policyText);
  assert(!parsed.ok);
  return parsed.refusal.problems;
}

Deno.test("parseConfig() of nothing is a sandbox on this machine", () => {
  const { trustedProxies, secretKey, ...rest } = accepted({ PATH: "/usr/bin", HOME: "/root" });
  assert.deepEqual(rest, {
    mode: "sandbox",
    port: 8000,
    baseUrl: "http://localhost:8000",
    operator: { name: null, contact: null },
    kv: { kind: "file", path: ".aval/kv.sqlite3" },
    lists: null,
    tagPacks: null,
    previousSecretKey: null,
    identityProvider: null,
    vectorProvider: null,
    registers: { gleif: null, companiesHouseKey: null },
    draftingProvider: null,
    isDenoDeploy: false,
    trustService: null,
    consoleParts: ["desk", "console"],
    agentScope: "agent:read-only",
    stepUpAcr: "2",
    countryHeader: null,
    verifier: { kind: "url" },
    verifierInfo: null,
    responseMode: "direct_post",
    trustAnchors: null,
    trustListKeys: null,
    policy: defaultPolicy,
    logLevel: "info",
    auditWitness: null,
    purgedCache: null,
  });
  assert(!trustedProxies.contains("127.0.0.1"));
  assert.equal(new TextDecoder().decode(secretKey), "published sandbox key, no secret");
});

Deno.test("parseConfig() reads every variable", () => {
  const config = accepted({
    ...LIVE,
    PORT: "443",
    AVAL_BASE_URL: "https://Aval.Example/",
    AVAL_KV: "/var/lib/aval/kv.sqlite3",
    AVAL_LISTS: `lists.bin#sha256=${"AB".repeat(32)}`,
    AVAL_TAGPACKS: "tags.aval",
    AVAL_SECRET_KEY_PREVIOUS: OTHER_KEY,
    ...PROVIDER,
    AVAL_VECTOR_URL: "https://embeddings.example/v1/embeddings",
    AVAL_VECTOR_MODEL: "names-3",
    AVAL_VECTOR_KEY: "s3cr3t",
    AVAL_REGISTRY_GLEIF: "https://api.gleif.org/api/v1/",
    AVAL_REGISTRY_COMPANIES_HOUSE_KEY: "h0use",
    AVAL_DRAFTER_URL: "https://models.example/v1/chat/completions",
    AVAL_DRAFTER_MODEL: "speller-1",
    AVAL_DRAFTER_KEY: "s3cr3t",
    AVAL_CSC_URL: "https://tsp.example/csc/v2",
    AVAL_CSC_CLIENT_ID: "aval",
    AVAL_CSC_CLIENT_SECRET: "s3cr3t",
    AVAL_TSA_URL: "https://tsa.example",
    AVAL_OPERATOR_NAME: "Example Bank",
    AVAL_OPERATOR_CONTACT: "trust@bank.example",
    AVAL_AGENT_SCOPE: "agents",
    AVAL_STEP_UP_ACR: "gold",
    AVAL_TRUSTED_PROXIES: "10.0.0.0/8, 2001:db8::1",
    AVAL_COUNTRY_HEADER: "CF-IPCountry",
    AVAL_VERIFIER_ID: "x509_hash",
    AVAL_VERIFIER_KEY: "verifier.key",
    AVAL_VERIFIER_CERT: "-----BEGIN CERTIFICATE-----\\nAAAA\\n-----END CERTIFICATE-----\\n",
    AVAL_VERIFIER_INFO: "verifier-info.json",
    AVAL_RESPONSE_MODE: "direct_post.jwt",
    AVAL_TRUST_ANCHORS: "anchors",
    AVAL_TRUST_LIST_KEYS: "/etc/aval/list-signers.pem",
    AVAL_POLICY: "policy.json",
    AVAL_CONSOLE: "console, desk",
    AVAL_LOG: "debug",
    AVAL_AUDIT_WITNESS: "https://witness.example/heads",
    AVAL_CACHE_PURGE_URL: "https://cdn.example/purge",
    AVAL_CACHE_PURGE_TOKEN: "s3cr3t",
  }, '{"lists":{"staleHours":72}}');
  const { trustedProxies, secretKey, previousSecretKey, policy, ...rest } = config;
  assert.deepEqual(rest, {
    mode: "live",
    port: 443,
    baseUrl: "https://aval.example",
    isDenoDeploy: false,
    kv: { kind: "file", path: "/var/lib/aval/kv.sqlite3" },
    lists: { kind: "snapshot", at: "lists.bin", sha256: "ab".repeat(32) },
    tagPacks: { kind: "snapshot", at: "tags.aval", sha256: null },
    identityProvider: {
      url: "https://id.example/auth",
      realm: "platform",
      clientId: "aval",
      clientSecret: "s3cr:t%",
    },
    draftingProvider: {
      url: "https://models.example/v1/chat/completions",
      model: "speller-1",
      key: "s3cr3t",
    },
    vectorProvider: {
      url: "https://embeddings.example/v1/embeddings",
      model: "names-3",
      key: "s3cr3t",
    },
    registers: {
      gleif: { kind: "api", url: "https://api.gleif.org/api/v1" },
      companiesHouseKey: "h0use",
    },
    trustService: {
      url: "https://tsp.example/csc/v2",
      clientId: "aval",
      clientSecret: "s3cr3t",
      timestampUrl: "https://tsa.example",
    },
    operator: { name: "Example Bank", contact: "trust@bank.example" },
    consoleParts: ["desk", "console"],
    agentScope: "agents",
    stepUpAcr: "gold",
    countryHeader: "cf-ipcountry",
    verifier: {
      kind: "x509_hash",
      key: { kind: "path", path: "verifier.key" },
      certificate: {
        kind: "text",
        text: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
      },
    },
    verifierInfo: { kind: "path", path: "verifier-info.json" },
    responseMode: "direct_post.jwt",
    trustAnchors: { kind: "path", path: "anchors" },
    trustListKeys: { kind: "path", path: "/etc/aval/list-signers.pem" },
    logLevel: "debug",
    auditWitness: { kind: "https", url: "https://witness.example/heads" },
    purgedCache: { url: "https://cdn.example/purge", token: "s3cr3t" },
  });
  assert(trustedProxies.contains("10.1.2.3") && trustedProxies.contains("2001:db8::1"));
  assert(!trustedProxies.contains("2001:db8::2"));
  assert.deepEqual([...secretKey], Array.from({ length: 32 }, (_, index) => index));
  assert.deepEqual(
    [...previousSecretKey ?? []],
    Array.from({ length: 32 }, (_, index) => index + 32),
  );
  assert.equal(policy.lists.staleHours, 72);
});

Deno.test("parseConfig() takes what is meant", async (t) => {
  const cases = [
    {
      why: "the port is in the address",
      env: { PORT: "81" },
      expected: { baseUrl: "http://localhost:81" },
    },
    {
      why: "a path stays",
      env: { AVAL_BASE_URL: "https://x.example/aval/" },
      expected: { baseUrl: "https://x.example/aval" },
    },
    {
      why: "a store in memory",
      env: { AVAL_KV: ":memory:" },
      expected: { kv: { kind: "memory" } },
    },
    {
      why: "a KV Connect server",
      env: { AVAL_KV: "https://kv.example/v1", DENO_KV_ACCESS_TOKEN: "token" },
      expected: { kv: { kind: "kv_connect", url: "https://kv.example/v1", accessToken: "token" } },
    },
    {
      why: "a KV Connect server of this machine",
      env: { AVAL_KV: "http://127.0.0.1:4512", DENO_KV_ACCESS_TOKEN: "token" },
      expected: { kv: { kind: "kv_connect", url: "http://127.0.0.1:4512", accessToken: "token" } },
    },
    {
      why: "a PostgreSQL server",
      env: { AVAL_KV: "postgres://aval:secret@db.example/aval?sslmode=verify-full" },
      expected: {
        kv: {
          kind: "postgres",
          address: {
            host: "db.example",
            port: 5432,
            database: "aval",
            user: "aval",
            password: "secret",
            tls: { kind: "verify-full", rootsFile: null },
          },
        },
      },
    },
    {
      why: "the platform's store",
      env: { DENO_DEPLOYMENT_ID: "1" },
      expected: { isDenoDeploy: true, kv: { kind: "platform" } },
    },
    { why: "live on this machine", env: LIVE, expected: { baseUrl: "http://localhost:8000" } },
    {
      why: "a sandbox that says so may have lists",
      env: { ...LIVE, AVAL_MODE: "sandbox" },
      expected: { mode: "sandbox" },
    },
    {
      why: "the published key is no sign of live",
      env: { AVAL_SECRET_KEY: PUBLISHED_SANDBOX_KEY },
      expected: { mode: "sandbox" },
    },
    { why: "variables of the tests", env: { AVAL_TEST_SLOW: "1" }, expected: { mode: "sandbox" } },
    { why: "a policy nobody names", env: {}, policy: "{", expected: { policy: defaultPolicy } },
  ];
  for (const { why, env, policy, expected } of cases) {
    await t.step(
      why,
      () => assert.deepEqual({ ...accepted(env, policy), ...expected }, accepted(env, policy)),
    );
  }
});

Deno.test("parseConfig() never turns a live service into a sandbox", async (t) => {
  const cases = [
    { why: "lists", env: { AVAL_LISTS: "lists.bin" }, signs: "AVAL_LISTS" },
    { why: "a key of its own", env: { AVAL_SECRET_KEY: OWN_KEY }, signs: "AVAL_SECRET_KEY" },
    { why: "tag packs", env: { AVAL_TAGPACKS: "tags.bin" }, signs: "AVAL_TAGPACKS" },
    {
      why: "an identity provider",
      env: { AVAL_AUTH_URL: "https://id.example" },
      signs: "AVAL_AUTH_URL",
    },
    {
      why: "several",
      env: { AVAL_LISTS: "lists.bin", AVAL_SECRET_KEY: OWN_KEY },
      signs: "AVAL_LISTS and AVAL_SECRET_KEY",
    },
  ];
  for (const { why, env, signs } of cases) {
    await t.step(why, () =>
      assert(
        problems(env).includes(
          `AVAL_MODE: is not set, but ${signs} is; say "live" or "sandbox", so that a lost variable never turns a live service into a sandbox`,
        ),
      ));
  }
  await t.step("an empty mode is a lost one", () =>
    assert.deepEqual(problems({ AVAL_MODE: "" }), [
      "AVAL_MODE: is empty; give it a value or unset it",
    ]));
});

Deno.test("parseConfig() refuses a live service without lists and a key of its own", async (t) => {
  const lists =
    "AVAL_LISTS: live needs a list snapshot; build one with: deno task lists build --source ofac-sdn=FOLDER --as-of DATE --out lists.bin";
  const key =
    "AVAL_SECRET_KEY: live needs its own 32 bytes in base64; make them with: openssl rand -base64 32";
  const published = "is the published sandbox key, which everybody has; live needs its own";
  const cases = [
    { why: "nothing", env: { AVAL_MODE: "live" }, expected: [lists, key] },
    { why: "no key", env: { AVAL_MODE: "live", AVAL_LISTS: "lists.bin" }, expected: [key] },
    {
      why: "the published key",
      env: { ...LIVE, AVAL_SECRET_KEY: PUBLISHED_SANDBOX_KEY },
      expected: [`AVAL_SECRET_KEY: ${published}`],
    },
    {
      why: "the published key before it",
      env: { ...LIVE, AVAL_SECRET_KEY_PREVIOUS: PUBLISHED_SANDBOX_KEY },
      expected: [`AVAL_SECRET_KEY_PREVIOUS: ${published}`],
    },
    {
      why: "plain http",
      env: { ...LIVE, AVAL_BASE_URL: "http://aval.example" },
      expected: ["AVAL_BASE_URL: live needs https; plain http is permitted only for this machine"],
    },
    {
      why: "a host that only starts like this machine",
      env: { ...LIVE, AVAL_BASE_URL: "http://localhost.example" },
      expected: ["AVAL_BASE_URL: live needs https; plain http is permitted only for this machine"],
    },
  ];
  for (const { why, env, expected } of cases) {
    await t.step(why, () => assert.deepEqual(problems(env), expected));
  }
});

Deno.test("parseConfig() refuses a wrong value in one line", async (t) => {
  const notKey =
    "AVAL_SECRET_KEY: expected 32 bytes in base64; make them with: openssl rand -base64 32";
  const cases = [
    { name: "AVAL_MODE", value: "prod", expected: 'AVAL_MODE: expected "sandbox" or "live"' },
    { name: "PORT", value: "-1", expected: "PORT: expected a port, 0 to 65535" },
    { name: "PORT", value: "65536", expected: "PORT: expected a port, 0 to 65535" },
    { name: "PORT", value: "8e3", expected: "PORT: expected a port, 0 to 65535" },
    {
      name: "AVAL_BASE_URL",
      value: "aval.example",
      expected: "AVAL_BASE_URL: expected an address such as https://aval.example",
    },
    {
      name: "AVAL_BASE_URL",
      value: "ftp://x",
      expected: "AVAL_BASE_URL: expected an address such as https://aval.example",
    },
    {
      name: "AVAL_BASE_URL",
      value: "https://a:b@x",
      expected: "AVAL_BASE_URL: expected an address without user, query and fragment",
    },
    {
      name: "AVAL_BASE_URL",
      value: "https://x/?",
      expected: "AVAL_BASE_URL: expected an address without user, query and fragment",
    },
    {
      name: "AVAL_BASE_URL",
      value: "https://x/a;b",
      expected: "AVAL_BASE_URL: expected an address without a semicolon",
    },
    {
      name: "AVAL_KV",
      value: "http://kv.example",
      expected: "AVAL_KV: expected https; plain http is permitted only for this machine",
    },
    {
      name: "AVAL_KV",
      value: "https://a:b@kv.example",
      expected: "AVAL_KV: expected an address without user; the access token is AVAL_KV_TOKEN",
    },
    {
      name: "AVAL_KV",
      value: "postgres://u:p@h",
      expected: "AVAL_KV: expected an address such as postgres://user@host:5432/database",
    },
    {
      name: "AVAL_KV",
      value: "mysql://u:p@h/d",
      expected:
        "AVAL_KV: expected a file, a KV Connect server (https://...) or PostgreSQL (postgres://...)",
    },
    { name: "AVAL_KV", value: "/var/lib/", expected: "AVAL_KV: expected a file, not a folder" },
    {
      name: "AVAL_LISTS",
      value: "https://l.example/x.bin#sha256=00",
      expected: "AVAL_LISTS: expected PLACE#sha256=HEX with 64 hex digits, or MANIFEST#key=KEY",
    },
    {
      name: "AVAL_LISTS",
      value: "https://l.example/x.bin",
      expected: "AVAL_LISTS: the content of a URL must be verifiable: add #sha256=HEX or #key=KEY",
    },
    {
      name: "AVAL_LISTS",
      value: `http://l.example/x.bin#sha256=${"0".repeat(64)}`,
      expected: "AVAL_LISTS: expected https; plain http is permitted only for this machine",
    },
    {
      name: "AVAL_LISTS",
      value: `https://a:b@l.example/x.bin#sha256=${"0".repeat(64)}`,
      expected:
        "AVAL_LISTS: expected an address such as https://lists.example/lists.note#key=KEY, without user",
    },
    {
      name: "AVAL_LISTS",
      value: "lists.note",
      expected:
        "AVAL_LISTS: a manifest needs the key that signs it: FILE#key=KEY, as lists keygen prints it",
    },
    {
      name: "AVAL_LISTS",
      value: "lists.note#key=aval-lists+00000000+AAAA",
      expected:
        "AVAL_LISTS: a key is NAME+ID+KEY as printed by lists keygen; separate several by commas",
    },
    {
      name: "AVAL_LISTS",
      value: "lists.bin#sha256=00",
      expected: "AVAL_LISTS: expected PLACE#sha256=HEX with 64 hex digits, or MANIFEST#key=KEY",
    },
    {
      name: "AVAL_LISTS",
      value: `lists.bin#sha256=${"0".repeat(64)}#`,
      expected: "AVAL_LISTS: expected PLACE#sha256=HEX with 64 hex digits, or MANIFEST#key=KEY",
    },
    {
      name: "AVAL_LISTS",
      value: `#sha256=${"0".repeat(64)}`,
      expected: "AVAL_LISTS: expected a snapshot file, a URL or a manifest",
    },
    { name: "AVAL_SECRET_KEY", value: "secret", expected: notKey },
    { name: "AVAL_SECRET_KEY", value: "00".repeat(32), expected: notKey },
    { name: "AVAL_SECRET_KEY", value: OWN_KEY.slice(0, -1), expected: notKey },
    { name: "AVAL_SECRET_KEY", value: OWN_KEY.replace("8=", "9="), expected: notKey },
    {
      name: "AVAL_SECRET_KEY",
      value: `${"A".repeat(43)}=`,
      expected: notKey.replace("expected", "the bytes are not random; expected"),
    },
    {
      name: "AVAL_SECRET_KEY_PREVIOUS",
      value: OWN_KEY,
      expected: "AVAL_SECRET_KEY_PREVIOUS: is the key in force; unset it, or set the one before it",
    },
    {
      name: "AVAL_OPERATOR_NAME",
      value: "Bank\u202e",
      expected:
        "AVAL_OPERATOR_NAME: expected a line of 200 characters at most, without control characters",
    },
    {
      name: "AVAL_AGENT_SCOPE",
      value: "a b",
      expected: "AVAL_AGENT_SCOPE: expected one OAuth scope: no blank, quote or backslash",
    },
    {
      name: "AVAL_STEP_UP_ACR",
      value: "1 2",
      expected: "AVAL_STEP_UP_ACR: expected one acr value: no blank, quote or backslash",
    },
    {
      name: "AVAL_STEP_UP_ACR",
      value: "0",
      expected:
        "AVAL_STEP_UP_ACR: 0 requires no authentication; expected the level of a second factor",
    },
    {
      name: "AVAL_TRUSTED_PROXIES",
      value: "10.0.0.0/40",
      expected: "AVAL_TRUSTED_PROXIES: 10.0.0.0/40: expected an address or a CIDR",
    },
    {
      name: "AVAL_TRUSTED_PROXIES",
      value: "10.0.0.1,::/0",
      expected:
        "AVAL_TRUSTED_PROXIES: a network of every address would let anybody invent a source",
    },
    {
      name: "AVAL_COUNTRY_HEADER",
      value: "CF-IPCountry",
      expected: "AVAL_COUNTRY_HEADER: has no effect without AVAL_TRUSTED_PROXIES",
    },
    {
      name: "AVAL_VERIFIER_ID",
      value: "did",
      expected: "AVAL_VERIFIER_ID: expected url, redirect_uri, x509_hash, x509_san_dns",
    },
    {
      name: "AVAL_RESPONSE_MODE",
      value: "dc_api.jwt",
      expected: "AVAL_RESPONSE_MODE: expected direct_post, direct_post.jwt",
    },
    {
      name: "AVAL_RESPONSE_MODE",
      value: "direct_post.jwt",
      expected:
        "AVAL_RESPONSE_MODE: direct_post.jwt sends wallets a key, which they take with AVAL_VERIFIER_ID=redirect_uri, x509_hash or x509_san_dns alone",
    },
    {
      name: "AVAL_VERIFIER_INFO",
      value: "verifier-info.json",
      expected:
        "AVAL_VERIFIER_INFO: has no effect without AVAL_VERIFIER_ID=x509_hash or x509_san_dns: unsigned requests contain no attestations",
    },
    {
      name: "AVAL_TRUST_ANCHORS",
      value: "",
      expected: "AVAL_TRUST_ANCHORS: is empty; give it a value or unset it",
    },
    ...["http://witness.example", "https://user:x@witness.example", "s3://bucket"].map((value) => ({
      name: "AVAL_AUDIT_WITNESS",
      value,
      expected:
        "AVAL_AUDIT_WITNESS: expected a folder, or an https address without user or fragment",
    })),
    {
      name: "AVAL_CACHE_PURGE_URL",
      value: "http://cdn.example/purge",
      expected:
        "AVAL_CACHE_PURGE_URL: expected https: the token is sent there; plain http is permitted only for this machine",
    },
    {
      name: "AVAL_CACHE_PURGE_TOKEN",
      value: "s3cr3t",
      expected: "AVAL_CACHE_PURGE_TOKEN: has no effect without AVAL_CACHE_PURGE_URL",
    },
    {
      name: "AVAL_CONSOLE",
      value: "desk,desk",
      expected: 'AVAL_CONSOLE: expected desk, console, or "desk,console"',
    },
    { name: "AVAL_LOG", value: "INFO", expected: "AVAL_LOG: expected debug, info, warn, error" },
    { name: "AVAL_KV", value: " ", expected: "AVAL_KV: is empty; give it a value or unset it" },
    { name: "AVAL_POLICY", value: "policy.json", expected: "AVAL_POLICY: the file cannot be read" },
  ];
  for (const { name, value, expected } of cases) {
    await t.step(
      `${name}=${value}`,
      () => assert.deepEqual(problems({ ...LIVE, [name]: value }), [expected]),
    );
  }
});

Deno.test("parseConfig() takes all of an identity provider or nothing of it", () => {
  const names = Object.keys(PROVIDER);
  for (let chosen = 1; chosen < 15; chosen++) {
    const given = names.filter((_, bit) => (chosen & (1 << bit)) !== 0);
    const env = Object.fromEntries(given.map((name) => [name, PROVIDER[name] ?? ""]));
    assert.deepEqual(
      problems({ ...LIVE, ...env }),
      names.filter((name) => !given.includes(name)).map((name) =>
        `${name}: is not set, but ${given.join(" and ")} is; set all four`
      ),
    );
  }
});

Deno.test("parseConfig() refuses what an identity provider cannot be, and shows no secret", async (t) => {
  const https =
    "AVAL_AUTH_URL: expected https: tokens and the client secret are sent there; plain http is permitted only for this machine";
  const realm = "AVAL_AUTH_REALM: expected the name of a realm, without slashes";
  const cases = [
    { name: "AVAL_AUTH_URL", value: "http://id.example", expected: https },
    { name: "AVAL_AUTH_URL", value: "http://127.0.0.1.id.example", expected: https },
    {
      name: "AVAL_AUTH_URL",
      value: "https://user:t0psecret@id.example",
      expected: "AVAL_AUTH_URL: expected an address without user, query and fragment",
    },
    { name: "AVAL_AUTH_REALM", value: "a/b", expected: realm },
    { name: "AVAL_AUTH_REALM", value: "..", expected: realm },
    { name: "AVAL_AUTH_REALM", value: "a%2fb", expected: realm },
    {
      name: "AVAL_AUTH_CLIENT_ID",
      value: "aval\n",
      expected: "AVAL_AUTH_CLIENT_ID: expected 1 to 255 printable ASCII characters",
    },
    {
      name: "AVAL_AUTH_CLIENT_SECRET",
      value: "t0psecret\n",
      expected: "AVAL_AUTH_CLIENT_SECRET: expected 1 to 1024 printable ASCII characters",
    },
  ];
  for (const { name, value, expected } of cases) {
    await t.step(`${name}=${JSON.stringify(value)}`, () => {
      const found = problems({ ...LIVE, ...PROVIDER, [name]: value });
      assert.deepEqual(found, [expected]);
      assert(!/t0psecret|s3cr/.test(found.join()));
    });
  }
  for (const url of ["http://localhost:8180", "http://127.0.0.1:8180", "http://[::1]:8180"]) {
    const { identityProvider } = accepted({ ...LIVE, ...PROVIDER, AVAL_AUTH_URL: url });
    assert.equal(identityProvider?.url, url);
  }
});

Deno.test("parseConfig() takes key and certificate of a verifier that signs, and of no other", () => {
  const [AVAL_VERIFIER_KEY, AVAL_VERIFIER_CERT] = ["key.pem", "certificate.pem"];
  for (const id of [{}, { AVAL_VERIFIER_ID: "url" }, { AVAL_VERIFIER_ID: "redirect_uri" }]) {
    assert.equal(accepted({ ...id }).verifier.kind, Object.values(id)[0] ?? "url");
    assert.deepEqual(problems({ ...id, AVAL_VERIFIER_KEY, AVAL_VERIFIER_CERT }), [
      "AVAL_VERIFIER_KEY: has no effect without AVAL_VERIFIER_ID=x509_hash or x509_san_dns",
      "AVAL_VERIFIER_CERT: has no effect without AVAL_VERIFIER_ID=x509_hash or x509_san_dns",
    ]);
  }
  const signing = { AVAL_VERIFIER_ID: "x509_hash" };
  const missing = (name: string) =>
    `${name}: is not set, but AVAL_VERIFIER_ID=x509_hash signs requests; set a PEM file`;
  const [key, certificate] = [missing("AVAL_VERIFIER_KEY"), missing("AVAL_VERIFIER_CERT")];
  assert.deepEqual(problems(signing), [key, certificate]);
  assert.deepEqual(problems({ ...signing, AVAL_VERIFIER_KEY }), [certificate]);
  assert.deepEqual(problems({ ...signing, AVAL_VERIFIER_CERT }), [key]);
  const { verifier } = accepted({ ...signing, AVAL_VERIFIER_KEY, AVAL_VERIFIER_CERT });
  assert.equal(verifier.kind, "x509_hash");
  const named = { AVAL_VERIFIER_ID: "x509_san_dns", AVAL_VERIFIER_KEY, AVAL_VERIFIER_CERT };
  assert.deepEqual(accepted(named).verifier, { ...verifier, kind: "x509_san_dns" });
  assert.deepEqual(problems({ AVAL_VERIFIER_ID: "x509_san_dns", AVAL_VERIFIER_KEY }), [
    "AVAL_VERIFIER_CERT: is not set, but AVAL_VERIFIER_ID=x509_san_dns signs requests; set a PEM file",
  ]);
  const [AVAL_RESPONSE_MODE, AVAL_VERIFIER_ID] = ["direct_post.jwt", "redirect_uri"];
  assert.equal(accepted({ AVAL_VERIFIER_ID }).responseMode, "direct_post");
  assert.equal(accepted({ AVAL_VERIFIER_ID, AVAL_RESPONSE_MODE }).responseMode, AVAL_RESPONSE_MODE);
  const explicit = problems({ AVAL_VERIFIER_ID: "url", AVAL_RESPONSE_MODE });
  assert.deepEqual(explicit, problems({ AVAL_RESPONSE_MODE }));
  assert.equal(explicit.length, 1);
});

Deno.test("parseConfig() refuses a KV Connect server without its access token", () => {
  assert.deepEqual(problems({ AVAL_KV: "https://kv.example" }), [
    "AVAL_KV_TOKEN: is not set, but AVAL_KV is a KV Connect server; set its access token",
  ]);
});

Deno.test("parseConfig() refuses a previous key that no key follows", () => {
  assert.deepEqual(problems({ AVAL_MODE: "sandbox", AVAL_SECRET_KEY_PREVIOUS: OTHER_KEY }), [
    "AVAL_SECRET_KEY: is not set, but AVAL_SECRET_KEY_PREVIOUS is; set the key that follows it",
  ]);
});

Deno.test("parseConfig() refuses variables that would have no effect", async (t) => {
  const cases = [
    { name: "AVAL_LIST", expected: "AVAL_LIST: unknown variable; did you mean AVAL_LISTS?" },
    {
      name: "AVAL_SECRETKEY",
      expected: "AVAL_SECRETKEY: unknown variable; did you mean AVAL_SECRET_KEY?",
    },
    { name: "aval_mode", expected: "aval_mode: unknown variable; did you mean AVAL_MODE?" },
    { name: "AVAL_FROBNICATE", expected: "AVAL_FROBNICATE: unknown variable" },
  ];
  for (const { name, expected } of cases) {
    await t.step(name, () => assert.deepEqual(problems({ ...LIVE, [name]: "x" }), [expected]));
  }
});

Deno.test("parseConfig() takes a trust service whole, and sends secrets to nobody in clear", async (t) => {
  const whole = {
    AVAL_CSC_URL: "https://tsp.example/csc/v2/",
    AVAL_CSC_CLIENT_ID: "aval",
    AVAL_CSC_CLIENT_SECRET: "s3cr3t",
    // As it is written: here a slash and a query are its own.
    AVAL_TSA_URL: "http://127.0.0.1:3161/tsa/?policy=1",
  };
  const { AVAL_CSC_CLIENT_SECRET: _, ...withoutSecret } = whole;
  const config = parseConfig({ ...LIVE, ...whole });
  assert(config.ok);
  assert.deepEqual(config.value.trustService, {
    url: "https://tsp.example/csc/v2",
    clientId: "aval",
    clientSecret: "s3cr3t",
    timestampUrl: "http://127.0.0.1:3161/tsa/?policy=1",
  });
  const cases = [
    {
      env: { ...LIVE, ...withoutSecret },
      expected:
        "AVAL_CSC_CLIENT_SECRET: is not set, but AVAL_CSC_URL and AVAL_CSC_CLIENT_ID is; set all three",
    },
    {
      env: { ...LIVE, AVAL_TSA_URL: "https://tsa.example" },
      expected: "AVAL_TSA_URL: has no effect without AVAL_CSC_URL; unset it",
    },
    {
      env: { ...LIVE, ...whole, AVAL_CSC_URL: "http://tsp.example/csc/v2" },
      expected: "AVAL_CSC_URL: live needs https; plain http is permitted only for this machine",
    },
    {
      env: { ...LIVE, ...whole, AVAL_TSA_URL: "http://tsa.example" },
      expected: "AVAL_TSA_URL: live needs https; plain http is permitted only for this machine",
    },
    {
      env: { ...LIVE, ...whole, AVAL_TSA_URL: "https://user:s3cr3t@tsa.example" },
      expected: "AVAL_TSA_URL: expected an address without user and fragment",
    },
  ];
  for (const { env, expected } of cases) {
    await t.step(expected, () => assert.deepEqual(problems(env), [expected]));
  }
  const inSandbox = { ...whole, AVAL_CSC_URL: "http://tsp.test/csc/v1" };
  assert(parseConfig(inSandbox).ok);
});

Deno.test("parseConfig() reports everything that is wrong at once", () => {
  assert.deepEqual(
    problems({
      AVAL_MODE: "live",
      PORT: "x",
      AVAL_TRUSTED_PROXIES: "a,10.0.0.1,b",
      AVAL_POLICY: "policy.json",
      AVAL_LOGG: "info",
    }, '{"lists":{"staleHours":0},"login":{"bind":1}}'),
    [
      "AVAL_LOGG: unknown variable; did you mean AVAL_LOG?",
      "PORT: expected a port, 0 to 65535",
      "AVAL_TRUSTED_PROXIES: a: expected an address or a CIDR",
      "AVAL_TRUSTED_PROXIES: b: expected an address or a CIDR",
      "AVAL_POLICY: lists.staleHours: expected a number of at least 1",
      "AVAL_POLICY: login.bind: unknown name; known are bindToBrowser, jwksCacheSeconds",
      "AVAL_LISTS: live needs a list snapshot; build one with: deno task lists build --source ofac-sdn=FOLDER --as-of DATE --out lists.bin",
      "AVAL_SECRET_KEY: live needs its own 32 bytes in base64; make them with: openssl rand -base64 32",
    ],
  );
});

Deno.test("parseConfig() never repeats a secret, and answers any environment", () => {
  const secret = "c2VjcmV0LXRoYXQtbm9ib2R5LW1heS1yZWFk";
  const holders = [
    "AVAL_SECRET_KEY",
    "AVAL_SECRET_KEY_PREVIOUS",
    "AVAL_AUTH_CLIENT_SECRET",
    "AVAL_KV",
    "AVAL_VERIFIER_KEY",
    "AVAL_DRAFTER_KEY",
    "AVAL_CSC_CLIENT_SECRET",
    "AVAL_BASE_URL",
    "AVAL_SECRT_KEY",
  ];
  const value = fc.oneof(
    fc.constantFrom(secret, `postgres://user:${secret}@host/db`, `https://${secret}@host`, "live"),
    fc.string(),
  );
  const environment = fc.dictionary(fc.constantFrom(...holders, "AVAL_MODE", "PORT"), value);
  fc.assert(fc.property(environment, (some) => {
    const parsed = parseConfig(some);
    assert(parsed.ok || !parsed.refusal.problems.join("\n").includes(secret));
  }));
});

Deno.test("parseConfig() takes a vector provider in live alone, whole, and over a safe way", async (t) => {
  const url = "https://embeddings.example/v1/embeddings";
  const whole = { ...LIVE, AVAL_VECTOR_URL: url, AVAL_VECTOR_MODEL: "names-3" };
  assert.deepEqual(accepted(whole).vectorProvider, { url, model: "names-3", key: null });
  const cases = [
    {
      why: "no model",
      env: { ...LIVE, AVAL_VECTOR_URL: url },
      expected: "AVAL_VECTOR_MODEL: is not set, but AVAL_VECTOR_URL is; set both",
    },
    {
      why: "no address",
      env: { ...LIVE, AVAL_VECTOR_MODEL: "names-3", AVAL_VECTOR_KEY: "t0psecret" },
      expected: "AVAL_VECTOR_URL: is not set, but AVAL_VECTOR_MODEL is; set both",
    },
    {
      why: "in clear",
      env: { ...whole, AVAL_VECTOR_URL: "http://embeddings.example/v1/embeddings" },
      expected:
        "AVAL_VECTOR_URL: expected https: screened names are sent there; plain http is permitted only for this machine",
    },
    {
      why: "a key of two lines",
      env: { ...whole, AVAL_VECTOR_KEY: "t0psecret\n" },
      expected: "AVAL_VECTOR_KEY: expected a token of printable ASCII characters",
    },
    {
      why: "a model of two lines",
      env: { ...whole, AVAL_VECTOR_MODEL: "a\nb" },
      expected: "AVAL_VECTOR_MODEL: expected 1 to 255 printable ASCII characters",
    },
    {
      why: "in sandbox",
      env: { AVAL_MODE: "sandbox", AVAL_VECTOR_URL: url, AVAL_VECTOR_MODEL: "names-3" },
      expected:
        "AVAL_VECTOR_URL: has no effect in sandbox, whose names are never sent anywhere; unset it",
    },
  ];
  for (const { why, env, expected } of cases) {
    await t.step(why, () => {
      const found = problems(env);
      assert.deepEqual(found, [expected]);
      assert(!found.join().includes("t0psecret"));
    });
  }
});

Deno.test("parseConfig() takes a register's snapshot or API, in live alone", async (t) => {
  const hex = "ab".repeat(32);
  const gleif = (text: string) => accepted({ ...LIVE, AVAL_REGISTRY_GLEIF: text }).registers.gleif;
  assert.deepEqual(gleif("registers.bin"), { kind: "snapshot", at: "registers.bin", sha256: null });
  assert.deepEqual(gleif(`https://x.example/r.bin#sha256=${hex}`), {
    kind: "snapshot",
    at: "https://x.example/r.bin",
    sha256: hex,
  });
  assert.deepEqual(accepted(LIVE).registers, { gleif: null, companiesHouseKey: null });
  const house = "AVAL_REGISTRY_COMPANIES_HOUSE_KEY";
  const cases = [
    {
      why: "an API in clear",
      env: { ...LIVE, AVAL_REGISTRY_GLEIF: "http://localhost/api" },
      expected: "AVAL_REGISTRY_GLEIF: expected https, as of https://api.gleif.org/api/v1",
    },
    {
      why: "a user in the address",
      env: { ...LIVE, AVAL_REGISTRY_GLEIF: "https://a:t0psecret@x.example/api" },
      expected: "AVAL_REGISTRY_GLEIF: expected an address without user, query and fragment",
    },
    {
      why: "a key with a colon",
      env: { ...LIVE, [house]: "t0psecret:" },
      expected: `${house}: expected a key without blank and colon`,
    },
    {
      why: "in sandbox",
      env: { AVAL_MODE: "sandbox", [house]: "t0psecret" },
      expected: `${house}: has no effect in sandbox, whose registers are invented; unset it`,
    },
  ];
  for (const { why, env, expected } of cases) {
    await t.step(why, () => {
      const found = problems(env);
      assert.deepEqual(found, [expected]);
      assert(!found.join().includes("t0psecret"));
    });
  }
});

Deno.test("parseConfig() takes a drafting model in live alone, whole, and over a safe way", async (t) => {
  const url = "https://models.example/v1/chat/completions";
  const whole = { ...LIVE, AVAL_DRAFTER_URL: url, AVAL_DRAFTER_MODEL: "speller-1" };
  assert.deepEqual(accepted(whole).draftingProvider, { url, model: "speller-1", key: null });
  const cases = [
    {
      why: "no model",
      env: { ...LIVE, AVAL_DRAFTER_URL: url },
      expected: "AVAL_DRAFTER_MODEL: is not set, but AVAL_DRAFTER_URL is; set both",
    },
    {
      why: "no address",
      env: { ...LIVE, AVAL_DRAFTER_MODEL: "speller-1", AVAL_DRAFTER_KEY: "t0psecret" },
      expected: "AVAL_DRAFTER_URL: is not set, but AVAL_DRAFTER_MODEL is; set both",
    },
    {
      why: "in clear",
      env: { ...whole, AVAL_DRAFTER_URL: "http://models.example/v1/chat/completions" },
      expected:
        "AVAL_DRAFTER_URL: expected https: names of applicants are sent there; plain http is permitted only for this machine",
    },
    {
      why: "a key of two lines",
      env: { ...whole, AVAL_DRAFTER_KEY: "t0psecret\n" },
      expected: "AVAL_DRAFTER_KEY: expected a token of printable ASCII characters",
    },
    {
      why: "in sandbox",
      env: { AVAL_MODE: "sandbox", AVAL_DRAFTER_URL: url, AVAL_DRAFTER_MODEL: "speller-1" },
      expected: "AVAL_DRAFTER_URL: has no effect in sandbox, whose drafter uses no model; unset it",
    },
  ];
  for (const { why, env, expected } of cases) {
    await t.step(why, () => assert.deepEqual(problems(env), [expected]));
  }
});

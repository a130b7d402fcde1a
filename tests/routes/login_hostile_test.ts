import assert from "node:assert/strict";
import {
  asked,
  authorizePath,
  type Changed,
  openBrowser,
  openPage,
  registerLogin,
  returned,
} from "../support/login_journey.ts";
import { basicOf, shownWith, TOKEN_PATH } from "../support/login_relying_party.ts";
import { loggedIn } from "../support/logged_in.ts";
import { serviceInMemory } from "../support/service.ts";
import { recordingBackend } from "../support/written.ts";

const kibibytes = (count: number) => "a".repeat(count * 1_024);

/** A service with a relying party, and its writes. */
async function started() {
  const written = recordingBackend();
  const service = await serviceInMemory({ wrapBackend: written.wrapBackend });
  await registerLogin(service);
  /** The writes to logins and sessions during a call. */
  const writtenIn = async (run: () => Promise<unknown>) => {
    const before = written.text().length;
    await run();
    return written.text().slice(before).split("\n").filter((line) =>
      /login|session/.test(line) && !line.startsWith("rate_limit/")
    );
  };
  return Object.assign(service, { writtenIn });
}

Deno.test("authorize: queries of 64 KiB and of 10,000 parameters are refused or ignored, and nothing is stored", async (t) => {
  await using service = await started();
  const browser = openBrowser(service);
  const many = Array.from({ length: 10_000 }, () => "1");
  const cases: readonly (readonly [string, Changed, number, string | undefined])[] = [
    ["state", { state: kibibytes(64) }, 302, "invalid_request"],
    ["nonce", { nonce: kibibytes(64) }, 302, "invalid_request"],
    ["state 10,000 times", { state: many }, 302, "invalid_request"],
    ["response_type", { response_type: kibibytes(64) }, 302, "unsupported_response_type"],
    ["scope without openid", { scope: "a ".repeat(32 * 1_024) }, 302, "invalid_scope"],
    ["prompt", { prompt: kibibytes(64) }, 302, "invalid_request"],
    ["max_age", { max_age: `${"9".repeat(65_535)}x` }, 302, "invalid_request"],
    ["code_challenge", { code_challenge: kibibytes(64) }, 302, "invalid_request"],
    ["request", { request: kibibytes(64) }, 302, "request_not_supported"],
    ["client_id", { client_id: kibibytes(64) }, 400, undefined],
    ["client_id 10,000 times", { client_id: many }, 400, undefined],
    ["redirect_uri", { redirect_uri: `https://rp.example/${kibibytes(64)}` }, 400, undefined],
    ["redirect_uri 10,000 times", { redirect_uri: [asked.redirect_uri, ...many] }, 400, undefined],
  ];
  for (const [why, changed, status, error] of cases) {
    await t.step(why, async () => {
      const written = await service.writtenIn(async () => {
        const answer = await browser.get(authorizePath(changed));
        assert.equal(answer.status, status);
        if (status === 302) assert.equal(returned(answer)["error"], error);
        else assert(answer.text.length < 16_384, "nothing is echoed");
        assert.deepEqual(answer.headers.getSetCookie(), []);
      });
      assert.deepEqual(written, []);
    });
  }
});

Deno.test("authorize: what may be of any length is not kept, whoever asks", async (t) => {
  await using service = await started();
  const many = Array.from({ length: 10_000 }, () => "1");
  const bytesOf = async (changed: Changed) => {
    const written = await service.writtenIn(async () => {
      const { page } = await openPage(openBrowser(service), changed);
      assert(page.text.length < 32 * 1_024, "nor does it stand on the page");
    });
    return written.join("").length;
  };
  const usual = await bytesOf({});
  const cases: readonly (readonly [string, Changed])[] = [
    ["an unknown parameter", { unknown: kibibytes(64) }],
    ["an unknown parameter 10,000 times", { unknown: many }],
    ["10,000 of them", Object.fromEntries(many.map((one, at) => [`p${at}`, one]))],
    ["names of every object", { __proto__: null, constructor: many, toString: "1", then: "1" }],
    ["an ignored one", { login_hint: kibibytes(64), claims: kibibytes(64) }],
    ["scope", { scope: `openid ${"a ".repeat(32 * 1_024)}` }],
    ["prompt", { prompt: "login ".repeat(10_000) }],
    ["max_age", { max_age: "9".repeat(65_536) }],
  ];
  for (const [why, changed] of cases) {
    await t.step(why, async () => assert(await bytesOf(changed) < usual + 512));
  }
});

Deno.test("authorize: cookies of 16 KiB and of 10,000 names are read as none", async (t) => {
  await using service = await started();
  const cookies: readonly (readonly [string, string])[] = [
    ["one of 16 KiB", `aval_login=${kibibytes(16)}; aval_login_sso=${kibibytes(16)}`],
    ["just too long", `aval_login=${"a".repeat(513)}`],
    ["10,000 names", Array.from({ length: 10_000 }, (_, at) => `n${at}=1`).join("; ")],
    ["one name 10,000 times", "aval_login=a; ".repeat(10_000)],
    ["no form at all", `aval_login="a b\\"; aval_login_sso=${"%".repeat(512)};;;=;`],
  ];
  for (const [why, cookie] of cookies) {
    await t.step(why, async () => {
      const answer = await openBrowser(service).get(authorizePath(), { cookie });
      assert.equal(answer.status, 200);
      assert.match(answer.headers.getSetCookie()[0] ?? "", /^aval_login=[\w-]{43};/);
    });
  }
});

Deno.test("status: an id of 64 KiB, and headers of 16 KiB, are the 404 of an unknown one", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const unknown = await browser.get(`/v1/login/authorize/${"A".repeat(43)}/status`);
  const { statusPath } = await openPage(browser);
  const written = await service.writtenIn(async () => {
    for (
      const [path, headers] of [
        [`/v1/login/authorize/${kibibytes(64)}/status`, {}],
        [`/v1/login/authorize/${"%41".repeat(20_000)}/status`, {}],
        [`${statusPath}?${kibibytes(64)}`, { cookie: `aval_login=${kibibytes(16)}` }],
        [statusPath, { cookie: "", accept: `text/html${" ;".repeat(8_192)}q=0` }],
      ] as const
    ) {
      const answer = await browser.get(path, headers);
      assert.deepEqual([answer.status, answer.text], [404, unknown.text]);
    }
  });
  assert.deepEqual(written, []);
});

Deno.test("token: fields of 250 KiB and tens of thousands of fields are refused, and leave the code", async (t) => {
  await using service = await loggedIn();
  const { acme, code } = service;
  const shown = shownWith(code);
  const post = { client_id: acme.id, client_secret: acme.secret };
  const large = kibibytes(250);
  const fields = (count: number, name: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => `&${name(at)}`).join("");
  const cases: readonly {
    readonly why: string;
    readonly fields?: Readonly<Record<string, string>>;
    readonly more?: string;
    readonly basic?: string;
    readonly outcome: readonly unknown[];
  }[] = [
    { why: "code", fields: { code: large }, outcome: [400, "invalid_grant"] },
    { why: "code_verifier", fields: { code_verifier: large }, outcome: [400, "invalid_request"] },
    { why: "client_secret", fields: { client_secret: large }, outcome: [401, "invalid_client"] },
    { why: "client_id", fields: { client_id: large }, outcome: [401, "invalid_client"] },
    { why: "grant_type", fields: { grant_type: large }, outcome: [400, "unsupported_grant_type"] },
    { why: "over 256 KiB", fields: { a: kibibytes(256) }, outcome: [413, "invalid_request"] },
    {
      why: "40,000 fields without authentication",
      fields: { client_secret: "" },
      more: fields(40_000, (at) => at.toString(36)),
      outcome: [401, "invalid_client"],
    },
    {
      why: "one field 60,000 times",
      more: fields(60_000, () => "p=1"),
      outcome: [400, "invalid_request"],
    },
    {
      why: "100,000 fields",
      more: fields(100_000, (at) => `p${at}`),
      outcome: [413, "invalid_request"],
    },
    {
      why: "names of every object",
      fields: { code: "" },
      more: "&__proto__=1&constructor=1&hasOwnProperty=1",
      outcome: [400, "invalid_request"],
    },
    {
      why: "an Authorization header of 16 KiB",
      fields: { client_id: "", client_secret: "" },
      basic: basicOf("acme", kibibytes(12)),
      outcome: [401, "invalid_client"],
    },
  ];
  for (const { why, fields = {}, more = "", basic, outcome } of cases) {
    await t.step(why, async () => {
      const body = new URLSearchParams({ ...shown, ...post, ...fields }).toString() + more;
      const before = service.written.text().length;
      const answer = await service.fetch(TOKEN_PATH, {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          ...(basic === undefined ? {} : { authorization: basic }),
        },
        body,
      });
      const { error } = await answer.json();
      assert.deepEqual([answer.status, error], outcome);
      assert.doesNotMatch(service.written.text().slice(before), /^login_/m);
    });
  }
  assert.equal((await acme.redeem(code)).status, 200);
});

Deno.test("token: a redirect_uri of 250 KiB is a wrong one, which uses up the code", async () => {
  await using service = await loggedIn();
  const { acme, code } = service;
  for (const changed of [{ redirect_uri: kibibytes(250) }, {}]) {
    const answer = await acme.redeem(code, changed);
    assert.deepEqual([answer.status, answer.body.error], [400, "invalid_grant"]);
  }
});

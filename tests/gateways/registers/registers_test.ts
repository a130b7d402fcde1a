import assert from "node:assert/strict";
import { jsonLog } from "../../../base/json_log.ts";
import type { RegistryQuery } from "../../../core/kyb/registry_ports.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import type { RegisterRules } from "../../../core/policy/registers.ts";
import { connectPublic } from "../../../gateways/http/connect.ts";
import { openCompaniesHouse } from "../../../gateways/registers/companies_house.ts";
import { openGleifApi } from "../../../gateways/registers/gleif_api.ts";
import { fixedClock } from "../../support/clock.ts";
import { httpAnswer, type Pieces, rawServer } from "../../support/raw_answers.ts";

const key = "0123-key";

/**
 * Both registers with one server that gives the test's answers; answers of live registers were not
 * available.
 */
function open(
  answer: (url: URL) => Pieces | Promise<Pieces>,
  rules: Partial<RegisterRules> = {},
) {
  const clock = fixedClock();
  const lines: string[] = [];
  const deadline = new AbortController();
  const server = rawServer(answer);
  const dependencies = {
    rules: { ...defaultPolicy.registers, ...rules },
    clock,
    log: jsonLog({ level: "debug", clock, write: (line) => void lines.push(line) }),
    deadline: () => deadline.signal,
    connect: server.connect,
  };
  const gleif = openGleifApi("https://api.gleif.example/api/v1", dependencies);
  const house = openCompaniesHouse(key, dependencies);
  const { signal } = new AbortController();
  return {
    clock,
    server,
    lines,
    passDeadline: () => deadline.abort(),
    gleif: (query: RegistryQuery) => gleif.find(query, signal),
    house: (query: RegistryQuery) => house.find(query, signal),
    supports: [gleif, house].map((one) => one.supports.bind(one)),
  };
}

const british: RegistryQuery = {
  country: "GB",
  scheme: "CRN",
  number: "01403668",
  written: "1403668",
};
const swedish: RegistryQuery = {
  country: "SE",
  scheme: "organisationsnummer",
  number: "5565431193",
  written: "556543-1193",
};

/**
 * A page of records as the GLEIF API documents it
 * (https://documenter.getpostman.com/view/7679680/SVYrrxuU, "Get LEI records"; media type of
 * JSON:API). The values are from the golden copy's sample.
 */
function leiPage(...entities: readonly Record<string, unknown>[]) {
  return httpAnswer(
    200,
    { "content-type": "application/vnd.api+json" },
    JSON.stringify({
      meta: {
        goldenCopy: { publishDate: "2023-06-05T08:00:00Z" },
        pagination: {
          currentPage: 1,
          perPage: 200,
          from: 1,
          to: 1,
          total: entities.length,
          lastPage: 1,
        },
      },
      links: { first: "https://api.gleif.example/", last: "https://api.gleif.example/" },
      data: entities.map((entity) => ({
        type: "lei-records",
        id: "213800BJPX8V9HVY1Y11",
        attributes: {
          lei: "213800BJPX8V9HVY1Y11",
          entity: {
            legalName: { name: "Swedeit Italian Aktiebolag", language: "sv" },
            otherNames: [],
            transliteratedOtherNames: [],
            legalAddress: { country: "SE", city: "Stockholm" },
            registeredAt: { id: "RA000544", other: null },
            registeredAs: "556543-1193",
            jurisdiction: "SE",
            legalForm: { id: "XJHM", other: null },
            status: "ACTIVE",
            ...entity,
          },
          registration: { status: "ISSUED", lastUpdateDate: "2023-04-25T13:18:00Z" },
        },
      })),
    }),
  );
}

/**
 * A company profile
 * (https://developer-specs.company-information.service.gov.uk/companies-house-public-data-api/resources/companyprofile).
 */
function profile(changes: Record<string, unknown> = {}) {
  return httpAnswer(
    200,
    { "content-type": "application/json" },
    JSON.stringify({
      company_name: "DENTSU INTERNATIONAL LIMITED",
      company_number: "01403668",
      company_status: "active",
      type: "ltd",
      jurisdiction: "england-wales",
      date_of_creation: "1978-12-06",
      ...changes,
    }),
  );
}

/**
 * The register's 404, as in https://forum.companieshouse.gov.uk/t/8468 (answers of the live API).
 */
const absent = () =>
  httpAnswer(
    404,
    { "content-type": "application/json" },
    JSON.stringify({ errors: [{ type: "ch:service", error: "company-profile-not-found" }] }),
  );

Deno.test("GLEIF is asked for a number as its country's register writes it", async () => {
  const { gleif, server } = open(() => leiPage({}));
  const found = await gleif(swedish);
  assert(found.ok);
  assert.deepEqual(found.value.entities, [{
    names: ["Swedeit Italian Aktiebolag"],
    status: "active",
    updatedAt: "2023-04-25T13:18:00Z",
  }]);
  assert.equal(found.value.snapshotAt, "2023-06-05T08:00:00Z");
  assert.match(found.value.evidenceHash, /^[0-9a-f]{64}$/);
  const [url] = server.asked.map((asked) => new URL(asked));
  assert.equal(url?.pathname, "/api/v1/lei-records");
  assert.equal(url?.searchParams.get("filter[entity.registeredAs]"), "556543-1193");
  assert.equal(url?.searchParams.get("filter[entity.legalAddress.country]"), "SE");
  assert.match(server.heads[0] ?? "", /^accept: application\/vnd\.api\+json\r$/m);
  assert.doesNotMatch(server.heads[0] ?? "", /authorization/i);
});

Deno.test("GLEIF is asked for each spelling, until one is known", async () => {
  const { gleif, server } = open((url) =>
    url.searchParams.get("filter[entity.registeredAs]") === "5565431193"
      ? leiPage({ registeredAs: "5565431193" })
      : leiPage()
  );
  const found = await gleif(swedish);
  assert(found.ok && found.value.entities.length === 1);
  assert.equal(server.asked.length, 2);
});

Deno.test("GLEIF's records of another number, country or by mistake are not the company's", async () => {
  const others = [
    { registeredAs: "556543-1194" },
    { registeredAs: null },
    { jurisdiction: "NO" },
  ];
  const { gleif } = open(() => leiPage(...others));
  const found = await gleif(swedish);
  assert(found.ok);
  assert.deepEqual(found.value.entities, []);
});

Deno.test("GLEIF is asked for an LEI by its own filter", async () => {
  const { gleif, server } = open(() => leiPage({}));
  const lei = "213800BJPX8V9HVY1Y11";
  const found = await gleif({ country: "SE", scheme: "LEI ISO 17442", number: lei, written: lei });
  assert(found.ok && found.value.entities.length === 1);
  assert.equal(new URL(server.asked[0] ?? "").searchParams.get("filter[lei]"), lei);
});

Deno.test("a number that holds more than a number reaches no address", async () => {
  const { gleif, server } = open(() => leiPage());
  await gleif({
    country: "SE",
    scheme: null,
    number: "1&filter[x]=2",
    written: "../,1,2?\r\nx: y",
  });
  assert.equal(server.asked.length, 0);
});

Deno.test("Companies House is asked with its key for its own numbers alone", async () => {
  const { house, server, supports, lines } = open(() => profile());
  const found = await house(british);
  assert(found.ok);
  assert.deepEqual(found.value.entities, [{
    names: ["DENTSU INTERNATIONAL LIMITED"],
    status: "active",
  }]);
  assert.deepEqual(server.asked, [
    "https://api.company-information.service.gov.uk/company/01403668",
  ]);
  // RFC 7617: the key is the user, the password is empty.
  assert.match(
    server.heads[0] ?? "",
    new RegExp(`^authorization: Basic ${btoa(`${key}:`)}\r$`, "m"),
  );
  assert(!lines.join().includes(key) && !lines.join().includes(btoa(`${key}:`)));
  const [, houseSupports] = supports;
  assert.equal(houseSupports?.(british), true);
  assert.equal(houseSupports?.(swedish), false);
  assert.equal(houseSupports?.({ ...british, scheme: "LEI ISO 17442" }), false);
});

Deno.test("Companies House's statuses are read as what they say", async () => {
  // `company_status` of https://github.com/companieshouse/api-enumerations, constants.yml.
  const cases = [
    ["active", "active"],
    ["open", "active"],
    ["registered", "active"],
    ["dissolved", "inactive"],
    ["liquidation", "inactive"],
    ["converted-closed", "inactive"],
    ["closed", "inactive"],
    ["removed", "inactive"],
    ["administration", "unknown"],
    ["receivership", "unknown"],
    ["voluntary-arrangement", "unknown"],
    ["insolvency-proceedings", "unknown"],
    ["constructor", "unknown"],
    [undefined, "unknown"],
    // `company_status_detail` of the same file.
    ["active", "unknown", "active-proposal-to-strike-off"],
    ["active", "unknown", "transferred-from-uk"],
    ["active", "active", "converted-to-plc"],
    ["dissolved", "inactive", "petition-to-restore-dissolved"],
  ];
  for (const [company_status, expected, company_status_detail] of cases) {
    const { house } = open(() => profile({ company_status, company_status_detail }));
    const found = await house(british);
    assert(found.ok);
    assert.equal(found.value.entities[0]?.status, expected, company_status);
  }
});

Deno.test("Companies House's own 404 says that there is no such company, another's does not", async () => {
  const known = await open(absent).house(british);
  assert(known.ok);
  assert.deepEqual(known.value.entities, []);
  const other = await open(() => httpAnswer(404, {}, "<h1>Not found</h1>")).house(british);
  assert(!other.ok);
});

/** Invalid answers. */
const bad: readonly {
  readonly why: string;
  readonly answer: () => Pieces;
  readonly reason: string;
}[] = [
  { why: "500", answer: () => httpAnswer(500, {}, "{}"), reason: "status" },
  { why: "401", answer: () => httpAnswer(401, {}, "{}"), reason: "status" },
  { why: "429", answer: () => httpAnswer(429, { "retry-after": "60" }), reason: "status" },
  {
    why: "a redirect to a private address",
    answer: () => httpAnswer(302, { location: "http://169.254.169.254/latest/" }),
    reason: "status",
  },
  {
    why: "truncated",
    answer: () => ["HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n", `{"data": [`],
    reason: "malformed",
  },
  { why: "JSON cut off", answer: () => httpAnswer(200, {}, `{"data": [`), reason: "bad_answer" },
  {
    why: "another schema",
    answer: () => httpAnswer(200, {}, `{"data": {}}`),
    reason: "bad_answer",
  },
  { why: "another content", answer: () => httpAnswer(200, {}, "<html>"), reason: "bad_answer" },
  {
    why: "10 MB",
    answer: () => httpAnswer(200, {}, new Uint8Array(10 * 1_024 * 1_024)),
    reason: "too_long",
  },
  {
    why: "10 MB in chunks",
    answer: function* () {
      yield "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
      for (let at = 0; at < 160; at++) yield `10000\r\n${"x".repeat(65_536)}\r\n`;
      yield "0\r\n\r\n";
    },
    reason: "too_long",
  },
  { why: "no HTTP", answer: () => ["nonsense\r\n\r\n"], reason: "malformed" },
];

Deno.test("an answer that is none ends as unavailable, and the log says why", async (t) => {
  for (const { why, answer, reason } of bad) {
    await t.step(why, async () => {
      const { gleif, house, lines, server } = open(answer);
      for (const found of [await gleif(swedish), await house(british)]) {
        assert.deepEqual(found, { ok: false, refusal: { code: "unavailable" } });
      }
      const logged = lines.map((line) => JSON.parse(line));
      assert.deepEqual(
        logged.map((line) => [line.event, line.provider, line.reason]),
        ["gleif", "companies-house"].map((name) => ["register_unavailable", name, reason]),
      );
      assert.equal(server.asked.length, 2);
      assert.equal(server.closed(), 2);
      assert(!lines.join().includes("5565431193") && !lines.join().includes("01403668"));
    });
  }
});

Deno.test("a register that hangs, at once or within its answer, is unavailable when its deadline passes", async () => {
  const hangs: readonly (() => Pieces | Promise<Pieces>)[] = [
    () => new Promise<Pieces>(() => {}),
    async function* () {
      yield 'HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"data": [';
      await new Promise(() => {});
    },
  ];
  for (const hang of hangs) {
    for (const register of ["gleif", "house"] as const) {
      const { passDeadline, server, lines, ...ask } = open(hang);
      const found = ask[register](register === "gleif" ? swedish : british);
      passDeadline();
      assert.deepEqual(await found, { ok: false, refusal: { code: "unavailable" } });
      assert.equal(server.asked.length, 1);
      assert.equal(JSON.parse(lines[0] ?? "").reason, "deadline");
    }
  }
});

Deno.test("a register at a private address is not reached", async () => {
  const clock = fixedClock();
  const gleif = openGleifApi("https://127.0.0.1:1/api/v1", {
    rules: defaultPolicy.registers,
    clock,
    log: jsonLog({ level: "error", clock, write: () => {} }),
    deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
    connect: connectPublic(),
  });
  const found = await gleif.find(swedish, new AbortController().signal);
  assert.deepEqual(found, { ok: false, refusal: { code: "unavailable" } });
});

Deno.test("a failing register is left alone, and tried again after a while", async () => {
  let isDown = true;
  const { house, server, clock, lines } = open(() => isDown ? httpAnswer(503, {}) : profile());
  for (let at = 0; at < 8; at++) assert(!(await house(british)).ok);
  assert.equal(server.asked.length, defaultPolicy.registers.breakerFailuresMin);
  isDown = false;
  assert(!(await house(british)).ok);
  clock.advance({ seconds: defaultPolicy.registers.breakerOpenSeconds });
  assert((await house(british)).ok);
  const states = lines.map((line) => JSON.parse(line))
    .filter(({ event }) => event === "register_breaker").map(({ state }) => state);
  assert.deepEqual(states, ["opened", "closed"]);
});

Deno.test("a register that does not take a number is left alone for nobody else", async () => {
  for (const status of [400, 414, 422]) {
    const { house, server, lines } = open(() => httpAnswer(status, {}, "{}"));
    for (let at = 0; at < 8; at++) assert(!(await house(british)).ok);
    assert.equal(server.asked.length, 8);
    assert(!lines.join().includes("register_breaker"));
  }
});

Deno.test("a register is asked no more a minute than it takes", async () => {
  const { house, server, clock } = open(() => profile(), { companiesHouseMinuteRequestsMax: 2 });
  const had = [await house(british), await house(british), await house(british)];
  assert.deepEqual(had.map(({ ok }) => ok), [true, true, false]);
  assert.equal(server.asked.length, 2);
  clock.advance({ seconds: 60 });
  assert((await house(british)).ok);
});

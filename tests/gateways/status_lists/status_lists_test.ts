import "reflect-metadata";
import { ExtendedKeyUsageExtension } from "@peculiar/x509";
import assert from "node:assert/strict";
import { certify, signerExtensions } from "../../support/certificates.ts";
import { always } from "../../support/pem.ts";
import { httpAnswer, type Pieces } from "../../support/raw_answers.ts";
import { type ListMaking, makeStatusList } from "../../support/status_list_issuer.ts";
import { anchorsOf, issuer, openListsOver, root } from "../../support/status_lists.ts";

const uri = "https://issuer.example/lists/1";
const pid = "urn:eudi:pid:1";
const listType = { "content-type": "application/statuslist+jwt" };

function openLists(
  answer: (url: URL, now: number) => Pieces | Promise<Pieces>,
  options: Parameters<typeof openListsOver>[1] = {},
) {
  const { lists, ...opened } = openListsOver(({ url, now }) => answer(url, now), options);
  const find = (idx: number, at = uri, type = pid) => lists.find({ uri: at, idx }, type);
  const findFresh = (idx: number) => lists.find({ uri, idx }, pid, { fresh: true });
  return { ...opened, find, findFresh };
}

/** Answers with a valid list, or with a changed one. */
const listed = (making: ListMaking = {}) => async (url: URL, now: number) =>
  httpAnswer(200, listType, await makeStatusList(url.href, now, issuer, making));

Deno.test("find() reads the statuses of a list that its issuer signed", async () => {
  const { find, server } = openLists(listed());
  const found = [await find(0), await find(1), await find(2), await find(3)];
  assert.deepEqual(found, ["valid", "revoked", "revoked", "revoked"]);
  assert.equal(await find(4), "unknown");
  assert.deepEqual(server.asked, [uri]);
  assert.match(server.heads[0] ?? "", /^accept: application\/statuslist\+jwt\r$/m);
});

Deno.test("find() keeps a list as long as it says, and no longer than the policy", async () => {
  const cases = [
    { claims: { ttl: 60 }, seconds: 60 },
    { claims: (now: number) => ({ exp: now + 50, ttl: 60 }), seconds: 50 },
    { claims: {}, seconds: 900 },
    { claims: { ttl: 86_400 }, seconds: 900 },
  ];
  for (const { claims, seconds } of cases) {
    const { find, server, clock } = openLists((url, now) =>
      listed({ claims: typeof claims === "function" ? claims(now) : claims })(url, now)
    );
    await find(0);
    clock.advance({ seconds: seconds - 1 });
    await find(1);
    assert.equal(server.asked.length, 1, `${seconds}`);
    clock.advance({ seconds: 1 });
    await find(0);
    assert.equal(server.asked.length, 2, `${seconds}`);
    clock.advance({ seconds: -10 });
    await find(0);
    assert.equal(server.asked.length, 3, "a clock that is set back");
  }
});

Deno.test("find() asks anew where no cache will do, once for all who ask at once", async () => {
  let statuses = [0, 1];
  let isUp = true;
  const { find, findFresh, server } = openLists((url, now) =>
    isUp ? listed({ statuses })(url, now) : httpAnswer(404, {}, "")
  );
  assert.equal(await find(0), "valid");
  statuses = [1, 1];
  assert.equal(await find(0), "valid", "kept");
  assert.equal(await findFresh(0), "revoked");
  assert.equal(server.asked.length, 2);
  assert.equal(await find(0), "revoked", "what was had anew is kept for the others");
  assert.equal(server.asked.length, 2);
  const together = await Promise.all(Array.from({ length: 20 }, () => findFresh(0)));
  assert.deepEqual(new Set(together), new Set(["revoked"]));
  assert.equal(server.asked.length, 3);
  isUp = false;
  assert.equal(await findFresh(0), "unknown", "what is kept is no answer");
  isUp = true;
  assert.equal(await findFresh(0), "revoked", "nor is a refusal");
});

Deno.test("find() keeps so many lists, and asks once for one that is asked for at once", async () => {
  const { find, server } = openLists(listed(), { rules: { cacheEntriesMax: 2 } });
  const at = (n: number) => `https://issuer.example/lists/${n}`;
  await Promise.all(Array.from({ length: 20 }, (_, n) => find(n % 4, at(1))));
  assert.equal(server.asked.length, 1);
  for (const n of [2, 1, 3, 1, 2]) await find(0, at(n));
  assert.deepEqual(server.asked.map((asked) => asked.slice(-1)), ["1", "2", "3", "2"]);
});

Deno.test("find() believes nobody but who may issue the credential", async () => {
  const stranger = await certify({ name: "Stranger", issuer: await certify({ name: "Others" }) });
  const foreign = { chain: [stranger.der], key: stranger.keys.privateKey };
  const cases: readonly (readonly [string, (url: URL, now: number) => Promise<string>])[] = [
    ["status_list_issuer_untrusted", ({ href }, now) => makeStatusList(href, now, foreign)],
    [
      "status_list_issuer_untrusted",
      ({ href }, now) => makeStatusList(href, now, { ...issuer, chain: [] }),
    ],
    [
      "status_list_signature_invalid",
      ({ href }, now) => makeStatusList(href, now, { ...issuer, key: foreign.key }),
    ],
    ["status_list_subject_differs", ({ href }, now) => makeStatusList(`${href}0`, now, issuer)],
    [
      "status_list_type_unsupported",
      ({ href }, now) => makeStatusList(href, now, issuer, { header: { typ: "JWT" } }),
    ],
    [
      "status_list_expired",
      ({ href }, now) => makeStatusList(href, now, issuer, { claims: { exp: now - 61 } }),
    ],
    ["status_list_malformed", () => Promise.resolve("no token")],
  ];
  for (const [reason, token] of cases) {
    const { find, reasons } = openLists(async (url, now) =>
      httpAnswer(200, listType, await token(url, now))
    );
    assert.deepEqual([await find(0), reasons()], ["unknown", [reason]]);
  }
  const typed = openLists(listed(), { anchors: anchorsOf("eu.europa.ec.av.1") });
  assert.equal(await typed.find(0), "unknown");
  assert.equal(await typed.find(0, uri, "eu.europa.ec.av.1"), "valid");
});

Deno.test("find() takes an answer of the right status, type and size alone", async () => {
  const token = await makeStatusList(uri, 1_772_442_000, issuer);
  const cases: readonly (readonly [string, Pieces])[] = [
    ["status", httpAnswer(404, listType, token)],
    ["status", httpAnswer(204, listType)],
    ["status", httpAnswer(500, listType, token)],
    ["content_type", httpAnswer(200, { "content-type": "application/jwt" }, token)],
    ["content_type", httpAnswer(200, {}, token)],
    ["too_long", httpAnswer(200, listType, "x".repeat(1024 * 1024 + 1))],
    ["malformed", ["garbage\r\n"]],
  ];
  for (const [reason, pieces] of cases) {
    const { find, reasons, server } = openLists(() => pieces);
    assert.deepEqual([await find(0), reasons()], ["unknown", [reason]]);
    assert.equal(server.closed(), 1);
  }
  const type = { "content-type": "Application/StatusList+JWT; charset=utf-8" };
  const { find, reasons } = openLists(() => httpAnswer(200, type, `${token}\n`));
  assert.deepEqual([await find(0), reasons()], ["valid", []]);
});

Deno.test("find() goes to https alone, and no further than the host that the credential names", async () => {
  for (
    const address of [
      "http://issuer.example/1",
      "https://user@issuer.example/1",
      "https://:secret@issuer.example/1",
      `https://issuer.example/${"x".repeat(2048)}`,
    ]
  ) {
    const { find, server, reasons } = openLists(listed());
    assert.deepEqual([await find(0, address), server.asked, reasons()], [
      "unknown",
      [],
      ["address"],
    ]);
  }
  const moved = (location: string) =>
    openLists((url, now) =>
      url.href === uri
        ? httpAnswer(302, { location })
        : makeStatusList(uri, now, issuer).then((token) => httpAnswer(200, listType, token))
    );
  const same = moved("/lists/moved");
  assert.equal(await same.find(0), "valid");
  assert.equal(same.server.asked[1], "https://issuer.example/lists/moved");
  for (
    const location of [
      "https://other.example/lists/1",
      "https://issuer.example:8443/lists/1",
      "http://issuer.example/lists/1",
      "//127.0.0.1/",
      "",
    ]
  ) {
    const { find, server, reasons } = moved(location);
    assert.deepEqual([await find(0), server.asked, reasons()], ["unknown", [uri], ["redirect"]]);
  }
  const circle = openLists(() => httpAnswer(307, { location: uri }));
  assert.deepEqual([await circle.find(0), circle.reasons()], ["unknown", ["redirect"]]);
  assert.equal(circle.server.asked.length, 4);
});

Deno.test("find() leaves a host alone that fails, and asks again after a while", async () => {
  let works = false;
  const { find, server, reasons, clock, lines } = openLists((url, now) =>
    works ? listed()(url, now) : httpAnswer(503, {})
  );
  for (let tries = 0; tries < 8; tries++) assert.equal(await find(0), "unknown");
  assert.equal(server.asked.length, 5);
  const open = Array(3).fill("breaker_open");
  assert.deepEqual(reasons(), [...Array(4).fill("status"), "opened", "status", ...open]);
  assert.equal(await find(0, "https://other.example/1"), "unknown");
  assert.equal(server.asked.length, 6, "another host is asked all the same");
  clock.advance({ seconds: 15 });
  works = true;
  assert.equal(await find(0), "valid");
  assert.equal(reasons().at(-1), "closed");
  assert(lines.every((line) => !line.includes("/lists/")), "hosts are logged, and no address");
});

Deno.test("find() believes who may sign credentials or lists, and nobody with another purpose", async () => {
  const cases = {
    "1.3.6.1.5.5.7.3.30": "valid",
    "1.0.18013.5.1.2": "valid",
    "1.3.6.1.5.5.7.3.1": "unknown",
    "1.0.18013.5.1.6": "unknown",
  };
  for (const [usage, status] of Object.entries(cases)) {
    const { der, keys } = await certify({
      name: "Lists",
      issuer: root,
      ...always,
      extensions: [...signerExtensions, new ExtendedKeyUsageExtension([usage])],
    });
    const own = { chain: [der], key: keys.privateKey };
    const { find } = openLists(async ({ href }, now) =>
      httpAnswer(200, listType, await makeStatusList(href, now, own))
    );
    assert.equal(await find(0), status, usage);
  }
});

Deno.test("find() leaves a list alone that fails by itself, and its host's others not", async () => {
  const faults:
    readonly (readonly [string, (url: URL, now: number) => Promise<Pieces> | Pieces])[] = [
      ["status", () => httpAnswer(404, {})],
      ["content_type", () => httpAnswer(200, {}, "x")],
      ["too_long", () => httpAnswer(200, listType, "x".repeat(1024 * 1024 + 1))],
      ["malformed", () => ["garbage\r\n"]],
      ["redirect", () => httpAnswer(302, { location: "https://other.example/" })],
      ["status_list_subject_differs", (_, now) => listed({})(new URL("https://a.example/"), now)],
      ["status_list_expired", (url, now) => listed({ claims: { exp: now - 61 } })(url, now)],
    ];
  const isBad = ({ pathname }: URL) => pathname.startsWith("/bad");
  for (const [reason, fault] of faults) {
    const { find, server, reasons, clock } = openLists((url, now) =>
      isBad(url) ? fault(url, now) : listed()(url, now)
    );
    for (let n = 0; n < 20; n++) {
      assert.equal(await find(0, `https://issuer.example/bad/${n % 10}`), "unknown");
    }
    assert.deepEqual(reasons(), Array(10).fill(reason), "each is asked for once");
    assert.equal(await find(0), "valid", reason);
    clock.advance({ seconds: 10 });
    await find(0, "https://issuer.example/bad/1");
    assert.equal(server.asked.length, 12, "and again after a while");
  }
});

Deno.test("find() has the lists of a burst fetched a few at a time, and a few of one host at a time", async () => {
  let [now, most] = [0, 0];
  const { find, server, reasons } = openLists(async (url, at) => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, 1));
    now--;
    return await listed()(url, at);
  });
  const found = Array.from({ length: 50 }, (_, n) => find(0, `https://issuer.example/lists/${n}`));
  assert.deepEqual(new Set(await Promise.all(found)), new Set(["valid"]));
  assert.deepEqual([server.asked.length, most, reasons()], [50, 4, []]);
  const hosts = Array.from({ length: 50 }, (_, n) => find(0, `https://i${n}.example/lists/1`));
  assert.deepEqual(new Set(await Promise.all(hosts)), new Set(["valid"]));
  assert.deepEqual([server.asked.length, most], [100, 16]);
});

Deno.test("find() waits for a free request no longer than it may, and one host does not take all of them", async () => {
  const silent = (url: URL, now: number) =>
    url.hostname === "silent.example" ? new Promise<never>(() => {}) : listed()(url, now);
  const { find, server, reasons, passDeadline } = openLists(silent);
  const waiting = Array.from({ length: 300 }, (_, n) => find(0, `https://silent.example/${n}`));
  assert.equal(await find(0), "valid", "of another host");
  assert.equal(server.asked.length, 4 + 1);
  assert.deepEqual(
    reasons(),
    Array(300 - 4 - 64).fill("too_many_at_once"),
    "no more than may wait",
  );
  passDeadline();
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set(["unknown"]));
  assert.deepEqual([server.asked.length, server.closed()], [5, 5]);
  assert.equal(reasons().filter((reason) => reason === "deadline").length, 4);
});

Deno.test("find() blames no host for the time that a fetch has waited before", async () => {
  for (const ahead of [0, 4]) {
    const { find, server, reasons, passDeadline } = openLists(
      (url, now) => Number(url.pathname.slice(1)) < 4 ? listed()(url, now) : new Promise(() => {}),
      { rules: { breakerFailuresMin: 4 } },
    );
    const [first, ...rest] = Array.from(
      { length: 4 + ahead },
      (_, n) => find(0, `https://issuer.example/${4 - ahead + n}`),
    );
    if (ahead > 0) assert.equal(await first, "valid");
    while (server.asked.length < 4 + ahead) await new Promise((resolve) => setTimeout(resolve, 0));
    passDeadline();
    await Promise.all(rest);
    assert.equal(reasons().includes("opened"), ahead === 0);
    assert.equal(reasons().filter((reason) => reason === "deadline").length, 4);
  }
});

Deno.test("find() waits for lists of many hosts, so many at one time", async () => {
  const { find, server, reasons, passDeadline } = openLists(() => new Promise<never>(() => {}));
  const waiting = Array.from({ length: 300 }, (_, n) => find(0, `https://i${n}.example/1`));
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.equal(server.asked.length, 16);
  assert.deepEqual(reasons(), Array(300 - 16 - 256).fill("too_many_at_once"));
  passDeadline();
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set(["unknown"]));
  assert.deepEqual([server.asked.length, server.closed()], [16, 16]);
});

Deno.test("find() neither asks nor logs a host that is longer than any name", async () => {
  const { find, lines, server, reasons } = openLists(listed());
  const longest = `${"a.".repeat(122)}b.example`;
  assert.equal(longest.length, 253);
  assert.equal(await find(0, `https://${longest}/1`), "valid");
  for (const host of [`x${longest}`, "a".repeat(60_000)]) {
    assert.equal(await find(0, `https://${host}/1`), "unknown");
  }
  assert.deepEqual([server.asked.length, reasons()], [1, ["address", "address"]]);
  assert(lines.every((line) => line.length < 400));
});

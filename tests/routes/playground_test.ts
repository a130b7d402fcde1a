/** The playground of a sandbox (decisions-2.md part 18). */

import assert from "node:assert/strict";
import fc from "fast-check";
import type { Act } from "../../routes/pages/playground/acts.ts";
import { stories } from "../../routes/pages/playground/stories.ts";
import { loginCallback, ownWalletStory } from "../../routes/pages/playground/wallet_stories.ts";
import { ClientId } from "../../core/access/schema.ts";
import { CheckType } from "../../core/verification/check_type.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import {
  openPlaygroundWallets,
  playgroundWallets,
} from "../../kv/playground/playground_wallets.ts";
import { PUBLISHED_SANDBOX_KEY } from "../../service/config/sandbox_secret.ts";
import { encryptingEnvironment } from "../support/encrypting.ts";
import { makeVerifier } from "../support/pem.ts";
import { seededRandom } from "../support/random.ts";
import { type Answer, serviceInMemory, type TestService } from "../support/service.ts";
import { anchorsIn, fetchPage, linksOf } from "../support/docs_pages.ts";
import { runs } from "../support/runs.ts";

const own = ownWalletStory({ baseUrl: "https://aval.example", checkTypes: ["age-verification"] });
const paths = [
  "/playground",
  ...[...stories, loginCallback, own].map(({ slug }) => `/playground/${slug}`),
];

/** A new prospect's client, as its browser makes it. */
async function newProspect(service: TestService) {
  const made = await service.as("sandbox").post("/playground/prospects", {});
  assert.equal(made.status, 200, made.text);
  assert.match(made.body.clientId, /^playground-[A-Za-z0-9_-]{22}$/);
  return service.as(made.body.clientId);
}

type Prospect = Awaited<ReturnType<typeof newProspect>>;

async function startAge(prospect: Prospect): Promise<Answer> {
  return await prospect.post("/v1/verify/sessions", {
    clientId: prospect.id,
    checkType: "age-verification",
  });
}

async function present(prospect: Prospect, started: Answer, person = "clear"): Promise<Answer> {
  const { authorizationRequestUri } = started.body;
  return await prospect.post("/playground/wallet/presentations", {
    authorizationRequestUri,
    person,
  });
}

Deno.test("every page of the playground is small, has one title, and loads from this origin alone", async () => {
  await using service = await serviceInMemory();
  for (const path of paths) {
    const page = await fetchPage(service, path);
    assert.equal(page.status, 200, path);
    assert(page.wireBytes < 10_000, `${path}: ${page.wireBytes} bytes`);
    const policy = page.headers.get("content-security-policy") ?? "";
    assert.match(policy, /^default-src 'none'; .*frame-ancestors 'none'$/);
    assert(!policy.includes("unsafe"), policy);
    assert.equal(page.headers.get("x-frame-options"), "DENY");
    assert.equal(page.headers.get("referrer-policy"), "no-referrer");
    assert(!/<style|\sstyle=|\son[a-z]+=|<script(?! defer)/.test(page.html), path);
    assert.equal(page.html.match(/<h1/g)?.length, 1);
    assert(!/(?:src|href)="https?:/.test(page.html), path);
  }
});

Deno.test("no link of the playground is broken", async () => {
  await using service = await serviceInMemory();
  for (const path of paths) {
    const { html } = await fetchPage(service, path);
    for (const link of linksOf(html)) {
      if (link.startsWith("data:")) continue;
      const { pathname, hash } = new URL(link, `https://aval.example${path}`);
      const target = await service.fetch(pathname, { headers: { accept: "text/html" } });
      assert.equal(target.status, 200, `${path} links to ${link}`);
      const text = await target.text();
      if (hash !== "") assert(anchorsIn(text).includes(hash.slice(1)), link);
    }
  }
});

Deno.test("every page of the playground leads to the documentation and the API reference", async () => {
  await using service = await serviceInMemory();
  for (const path of paths) {
    const { html } = await fetchPage(service, path);
    const header = /<header class="top">(.*?)<\/header>/s.exec(html)?.[1] ?? "";
    assert.deepEqual(linksOf(header), ["/", "/playground", "/docs", "/reference"], path);
  }
});

Deno.test("the start counts its stories as it lists them", async () => {
  await using service = await serviceInMemory();
  const { html } = await fetchPage(service, "/playground");
  const list = /<ul class="stories cards">(.*?)<\/ul>/s.exec(html)?.[1] ?? "";
  assert.equal(linksOf(list).length, stories.length);
  assert.equal(stories.length, 10, "nine, and a seal that is refused");
  assert.match(html, /Nine stories on this sandbox, and a seal that is refused/);
});

Deno.test("the button that opens the login page stands in no sentence", async () => {
  await using service = await serviceInMemory();
  const { html } = await fetchPage(service, "/playground/login");
  assert.match(html, /<p>\s*<button [^>]*data-begin-login[^>]*>[^<]*<\/button>\s*<\/p>/);
});

Deno.test("the page for a wallet of one's own starts every check of a session", async () => {
  await using service = await serviceInMemory();
  const { html } = await fetchPage(service, "/playground/own-wallet");
  const offered = [...html.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value);
  assert.deepEqual(offered, CheckType.options);
  const prospect = await newProspect(service);
  const { fields = [], acts } = own.turns[0]!;
  const filled = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  for (const checkType of CheckType.options) {
    const values: Record<string, string> = { ...filled, checkType, client: prospect.id };
    const body = JSON.stringify(acts[0]!.body).replaceAll(/\{(\w+)\}/g, (_, name) => values[name]!);
    const started = await prospect.post(acts[0]!.path, JSON.parse(body));
    assert.equal(started.status, 200, started.text);
  }
});

Deno.test("the first paint of a story is at most 100 KB", async () => {
  await using service = await serviceInMemory();
  const { html, wireBytes } = await fetchPage(service, "/playground/age");
  let bytes = wireBytes;
  for (const file of html.match(/\/(?:playground\/)?files\/[\w.]+/g) ?? []) {
    bytes += (await (await service.fetch(file)).bytes()).length;
  }
  assert(bytes < 100_000, `${bytes} bytes`);
});

Deno.test("in live no address of the playground answers other than an unknown path", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const unknown = await service.fetch("/no-such-page", { headers: { "x-request-id": "same" } });
  const text = await unknown.text();
  for (const path of [...paths, "/playground/prospects", "/playground/wallet/presentations"]) {
    for (const method of ["GET", "POST"]) {
      const answer = await service.fetch(path, { method, headers: { "x-request-id": "same" } });
      assert.deepEqual([answer.status, await answer.text()], [404, text], `${method} ${path}`);
    }
  }
  const client = await service.as("acme").get("/v1/login/authorize?client_id=sandbox-rp");
  assert.equal(client.status, 400, "the shop's login client is the sandbox's alone");
});

Deno.test("the playground stands in no OpenAPI description", async () => {
  await using service = await serviceInMemory();
  const { paths: described } = (await service.as("sandbox").get("/openapi.json")).body;
  assert(!Object.keys(described).some((path) => path.startsWith("/playground")));
});

Deno.test("every act of a story is an operation of the service or of the playground, with its client's method", async () => {
  await using service = await serviceInMemory();
  const { paths: described } = (await service.as("sandbox").get("/openapi.json")).body;
  const operations = Object.entries(described).map(([path, methods]) => ({
    form: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`),
    methods: methods as Record<string, { operationId: string }>,
  }));
  for (const { slug, turns } of [...stories, loginCallback, own]) {
    assert(turns.length <= 2, `${slug} is at most three clicks from the start`);
    for (const { says, method, path, sdk } of turns.flatMap(({ acts }) => acts)) {
      if (path.startsWith("/playground/") || path === "{revocation}") {
        assert.equal(sdk, undefined, says);
        continue;
      }
      const found = operations.find(({ form }) => form.test(path.split("?")[0]!));
      assert.equal(
        found?.methods[method.toLowerCase()]?.operationId,
        sdk?.method,
        `${slug}: ${says}`,
      );
    }
  }
});

Deno.test("the story of monitoring ends at one decision and its event, and another prospect sees none of it", async () => {
  await using service = await serviceInMemory();
  const [prospect, other] = [await newProspect(service), await newProspect(service)];
  const story = stories.find(({ slug }) => slug === "monitoring")!;
  const kept = new Map<string, string>();
  const play = async (who: Prospect, { method, path, body }: Act) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => kept.get(name)!);
    const answer = method === "GET"
      ? await who.get(filled)
      : method === "PUT"
      ? await who.put(filled, body)
      : await who.post(filled, undefined);
    assert(answer.status < 300, `${method} ${filled}: ${answer.text}`);
    return answer.body;
  };
  const [monitor, change] = story.turns.map(({ acts }) => acts);
  for (const who of [prospect, other]) {
    const answers = [];
    for (const act of monitor!) answers.push(await play(who, act));
    const classes = answers.slice(0, -1).map(({ classification }) => classification);
    assert.deepEqual(classes, ["CLEAR", "CLEAR", "CLEAR"]);
    assert.equal(answers.at(-1).total, 3);
  }
  const [advance, queue, runsOf, customer, decision, feed] = change!;
  await play(prospect, advance!);
  assert.deepEqual((await play(prospect, queue!)).decisions, [], "what the page waits for");
  // Pressed again it changes nothing: the list is the same, and the decision is open.
  for (let presses = 0; presses < 2; presses++) {
    await service.runMonitoring();
    await service.runEvents();
    const { decisions } = await play(prospect, queue!);
    assert.deepEqual(
      decisions.map(({ subjectRef, state }: Record<string, unknown>) => [subjectRef, state]),
      [["customer-3", "OPEN"]],
    );
    kept.set("decisionId", decisions[0].decisionId);
    kept.set("subjectRef", decisions[0].subjectRef);
    const { runs } = await play(prospect, runsOf!);
    assert.deepEqual(
      runs.map(({ kind, subjects, opened }: Record<string, unknown>) => [kind, subjects, opened]),
      [["delta", 3, 1]],
    );
    assert.notEqual(runs[0].endedAt, null);
    assert.equal((await play(prospect, customer!)).request.name, "Ruprecht Wendelstrand");
    assert.notEqual((await play(prospect, decision!)).classification, "CLEAR");
    const { events } = await play(prospect, feed!);
    assert.deepEqual(events.map(({ type }: Record<string, unknown>) => type), [
      "screening.match",
      "monitoring.run_done",
    ]);
    assert.equal(events[0].data.decisionId, decisions[0].decisionId);
    assert.equal(events[0].data.subjectRef, "customer-3");
    await play(prospect, advance!);
    for (const act of monitor!) await play(prospect, act);
  }
  const seen = [await play(other, queue!), await play(other, runsOf!), await play(other, feed!)];
  assert.deepEqual([seen[0].decisions, seen[1].runs, seen[2].events], [[], [], []]);
  assert.equal((await other.get(`/v1/screen/${kept.get("decisionId")}`)).status, 404);
});

Deno.test("POST /playground/wallet/presentations answers a session as the terminal's wallet does", async () => {
  await using service = await serviceInMemory();
  const prospect = await newProspect(service);
  for (const [person, ageOver18] of [["clear", true], ["minor", false]] as const) {
    const started = await startAge(prospect);
    const answer = await present(prospect, started, person);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.stopped, null, answer.text);
    assert.deepEqual(answer.body.result.answer.booleanProofs, { ageOver18 });
    assert.deepEqual(
      answer.body.exchanges.map(({ method, status }: Record<string, unknown>) => [method, status]),
      [["POST", 200]],
    );
    const again = await present(prospect, started, person);
    assert.match(again.body.stopped, /refuses the answer with status 409/);
  }
});

Deno.test("the playground's wallet answers signed and encrypted requests, and logs in by them", async () => {
  const { env: signing } = await makeVerifier("P-256", ["verifier.example"]);
  await using service = await serviceInMemory({ env: { ...encryptingEnvironment, ...signing } });
  const prospect = await newProspect(service);
  const answer = await present(prospect, await startAge(prospect));
  assert.equal(answer.body.stopped, null, answer.text);
  assert.match(answer.body.exchanges.at(-1).requestBody, /^response=/);
  const login = await prospect.post("/playground/login/redeemed", { person: "clear" });
  assert.equal(login.body.stopped, null, login.text);
});

Deno.test("a prospect's wallet keeps its key, and another prospect's has another", async () => {
  await using service = await serviceInMemory();
  const [first, second] = [await newProspect(service), await newProspect(service)];
  const subjectOf = async (prospect: Prospect, person = "clear") => {
    const answer = await prospect.post("/playground/login/redeemed", { person });
    assert.equal(answer.body.stopped, null, answer.text);
    return answer.body.result.sub;
  };
  const sub = await subjectOf(first);
  assert.equal(await subjectOf(first), sub);
  assert.notEqual(await subjectOf(first, "pep"), sub);
  assert.notEqual(await subjectOf(second), sub, "another key is another holder");
  const kept = [first, second].map(({ id }) => playgroundWallets.key(ClientId.parse(id)));
  assert.equal((await service.store.removals(kept)).length, 2);
});

Deno.test("a login shows its own audit entry and no other prospect's", async () => {
  await using service = await serviceInMemory();
  const [first, second] = [await newProspect(service), await newProspect(service)];
  const entriesOf = async (prospect: Prospect) =>
    (await prospect.post("/playground/login/redeemed", { person: "clear" })).body.auditEntries;
  const [one, other] = [await entriesOf(first), await entriesOf(second)];
  assert.equal(one.length, 1);
  assert.equal(other.length, 1);
  assert.notEqual(one[0].event.sessionId, other[0].event.sessionId);
  assert.equal(one[0].event.clientId, "sandbox-rp");
});

Deno.test("a login of the prospect's own browser ends at the playground, which redeems its code once", async () => {
  await using service = await serviceInMemory();
  const prospect = await newProspect(service);
  const begun = await prospect.post("/playground/login/begun", {});
  const { authorizeUrl, state, codeVerifier, nonce } = begun.body;
  const asked = new URL(authorizeUrl);
  assert.equal(asked.searchParams.get("state"), state);
  assert(asked.searchParams.get("redirect_uri")?.endsWith("/playground/login/callback"));
  const wrong = await prospect.post("/playground/login/codes", {
    code: "0".repeat(43),
    nonce,
    codeVerifier,
  });
  assert.equal(wrong.status, 200);
  assert.match(wrong.body.stopped, /The token endpoint answers 400/);
  assert.equal(wrong.body.result, null);
});

Deno.test("a degree is redeemed, shown, revoked, and reads as revoked; another prospect's wallet has none", async () => {
  await using service = await serviceInMemory();
  const [prospect, other] = [await newProspect(service), await newProspect(service)];
  const offered = await prospect.post("/v1/credentials/sandbox/demo-offer", {});
  const { credentialOfferUri } = offered.body;
  const redeemed = await prospect.post("/playground/wallet/redemptions", { credentialOfferUri });
  assert.equal(redeemed.body.stopped, null, redeemed.text);
  assert.equal(redeemed.body.result.claims.family_name, "Mustermann");
  const twice = await other.post("/playground/wallet/redemptions", { credentialOfferUri });
  assert.notEqual(twice.body.stopped, null, "an offer is redeemed once");
  const shownBy = async (holder: Prospect) => {
    const started = await holder.post("/v1/credentials/verify/sessions", {
      clientId: holder.id,
      checkType: "academic-credential",
    });
    await present(holder, started);
    return `/v1/credentials/verify/sessions/${started.body.sessionId}`;
  };
  const session = await shownBy(prospect);
  const read = await prospect.get(session);
  assert.equal(read.body.decision.revocationStatus, "VALID", read.text);
  assert.equal(
    read.body.decision.disclosedClaims.award_title,
    redeemed.body.result.claims.award_title,
  );
  assert.equal((await other.get(session)).status, 404);
  const [, revocation = ""] = /<([^>]+)>/.exec(offered.headers.get("link") ?? "") ?? [];
  const revoked = await prospect.post(new URL(revocation).pathname, undefined);
  assert.equal(revoked.body.status, "REVOKED", revoked.text);
  assert.equal((await prospect.get(session)).body.decision.revocationStatus, "REVOKED");
});

Deno.test("an evidence pack is opened by the sandbox's published key, and nothing else is", async () => {
  await using service = await serviceInMemory();
  const prospect = await newProspect(service);
  const started = await prospect.post("/v1/verify/sessions", {
    clientId: prospect.id,
    checkType: "aml-identity",
  });
  await present(prospect, started, "sanctioned");
  const read = await prospect.get(`/v1/verify/sessions/${started.body.sessionId}`);
  const { evidencePackCiphertext } = read.body.decision;
  const opened = await prospect.post("/playground/packs", { evidencePackCiphertext });
  assert.equal(opened.body.stopped, null, opened.text);
  assert.equal(opened.body.result.sessionId, started.body.sessionId);
  for (const text of ["", "a.b.c.d.e", `${evidencePackCiphertext.slice(0, -4)}AAAA`]) {
    const refused = await prospect.post("/playground/packs", { evidencePackCiphertext: text });
    assert.equal(refused.status, 200);
    assert.notEqual(refused.body.stopped, null);
    assert.equal(refused.body.result, null);
  }
});

Deno.test("the playground's wallet reaches this sandbox and nothing else", async () => {
  const asked: string[] = [];
  await using service = await serviceInMemory({
    connect: (...given: readonly unknown[]) => {
      asked.push(JSON.stringify(given));
      return Promise.reject(new Error("nobody is asked"));
    },
  });
  const prospect = await newProspect(service);
  const requestUris = [
    "https://attacker.example/request",
    "http://169.254.169.254/latest/meta-data/",
    "http://127.0.0.1:5432/",
    "file:///etc/passwd",
    "https://aval.example.attacker.example/v1/x",
  ];
  for (const uri of requestUris) {
    const query = new URLSearchParams({ client_id: "x509_hash:abc", request_uri: uri });
    const answer = await prospect.post("/playground/wallet/presentations", {
      authorizationRequestUri: `openid4vp://authorize?${query}`,
      person: "clear",
    });
    assert.notEqual(answer.body.stopped, null, uri);
    assert.deepEqual(answer.body.exchanges, [], uri);
    const offer = new URLSearchParams({ credential_offer_uri: uri });
    const redeemed = await prospect.post("/playground/wallet/redemptions", {
      credentialOfferUri: `openid-credential-offer://?${offer}`,
    });
    assert.notEqual(redeemed.body.stopped, null, uri);
    assert.deepEqual(redeemed.body.exchanges, [], uri);
  }
  assert.deepEqual(asked, []);
});

Deno.test("only a prospect has a wallet: a client that anybody names has none", async () => {
  await using service = await serviceInMemory();
  for (const name of ["sandbox", "sandbox-rp", "playground-", "playground-short", "acme"]) {
    const answer = await service.as(name).post("/playground/login/redeemed", { person: "clear" });
    assert.equal(answer.status, 400, name);
    assert.match(answer.body.message, /X-Aval-Sandbox-Client/);
  }
});

Deno.test("a page of another site can make nobody's wallet act", async () => {
  await using service = await serviceInMemory();
  const forms = [
    ["text/plain", '{"person":"clear"}'],
    ["application/x-www-form-urlencoded", "person=clear"],
    [
      "multipart/form-data; boundary=a",
      '--a\r\ncontent-disposition: form-data; name="person"\r\n\r\nclear\r\n--a--',
    ],
  ] as const;
  for (const [contentType, body] of forms) {
    const answer = await service.fetch("/playground/login/redeemed", {
      method: "POST",
      headers: { "content-type": contentType, origin: "https://attacker.example" },
      body,
    });
    assert(answer.status >= 400, contentType);
    await answer.body?.cancel();
  }
  const preflight = await service.fetch("/playground/login/redeemed", {
    method: "OPTIONS",
    headers: {
      origin: "https://attacker.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "x-aval-sandbox-client,content-type",
    },
  });
  assert.equal(preflight.headers.get("access-control-allow-origin"), null);
  await preflight.body?.cancel();
});

Deno.test("whatever is sent to the playground's wallet is a 200 or a 400, and never an exchange with a stranger", async () => {
  await using service = await serviceInMemory();
  const prospect = await newProspect(service);
  const hostile = fc.oneof(
    fc.string({ maxLength: 4_000 }),
    fc.webUrl(),
    fc.constantFrom(
      "<script>alert(1)</script>",
      "javascript:alert(1)",
      "openid4vp://authorize?dcql_query=%7B",
      `openid4vp://${"a".repeat(16_000)}`,
      "openid-credential-offer://?credential_offer=%7B%7D",
      "__proto__",
    ),
  );
  const routes = [
    ["/playground/wallet/presentations", "authorizationRequestUri"],
    ["/playground/wallet/redemptions", "credentialOfferUri"],
    ["/playground/packs", "evidencePackCiphertext"],
    ["/playground/qr", "text"],
  ] as const;
  await fc.assert(
    fc.asyncProperty(hostile, fc.constantFrom(...routes), async (text, [path, member]) => {
      const answer = await prospect.post(path, { [member]: text, person: "clear" });
      assert([200, 400].includes(answer.status), `${path}: ${answer.status}`);
      assert.deepEqual(answer.body.exchanges ?? [], []);
    }),
    { numRuns: runs(120) },
  );
});

Deno.test("the wallet of a prospect is over a day after its last change", async () => {
  await using service = await serviceInMemory();
  const prospect = await newProspect(service);
  const offered = await prospect.post("/v1/credentials/sandbox/demo-offer", {});
  const { credentialOfferUri } = offered.body;
  await prospect.post("/playground/wallet/redemptions", { credentialOfferUri });
  const started = async () =>
    await prospect.post("/v1/credentials/verify/sessions", {
      clientId: prospect.id,
      checkType: "academic-credential",
    });
  const titleIn = async () => {
    const session = await started();
    await present(prospect, session);
    const read = await prospect.get(`/v1/credentials/verify/sessions/${session.body.sessionId}`);
    return read.body.decision?.disclosedClaims?.award_title;
  };
  assert.equal(await titleIn(), "Bachelor of Science in Computer Science");
  service.clock.advance({ hours: 25 });
  assert.notEqual(await titleIn(), "Bachelor of Science in Computer Science");
});

Deno.test("many acts of one prospect at once lose no credential", async () => {
  await using service = await serviceInMemory();
  const prospect = await newProspect(service);
  const redeemed = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const offered = await prospect.post("/v1/credentials/sandbox/demo-offer", {});
      const { credentialOfferUri } = offered.body;
      return await prospect.post("/playground/wallet/redemptions", { credentialOfferUri });
    }),
  );
  assert.deepEqual(redeemed.map(({ body }) => body.stopped), Array(6).fill(null));
  const secrets = { current: Uint8Array.fromBase64(PUBLISHED_SANDBOX_KEY) };
  const { store, clock } = service;
  const keys = await openDataKeys({ store, clock, random: seededRandom(11), secrets });
  const wallets = openPlaygroundWallets({ store, clock, atRest: keys["at-rest"], hours: 24 });
  const wallet = await wallets.find(ClientId.parse(prospect.id));
  assert.equal(wallet?.credentials?.length, 6);
});

/** The home page (decisions-3.md part 22). */

import assert from "node:assert/strict";
import { catalogues } from "../../../../routes/html/languages/choose_words.ts";
import { type CardName, cardNames } from "../../../../routes/html/languages/words.ts";
import { cards } from "../../../../routes/pages/home/cards.ts";
import { stories } from "../../../../routes/pages/playground/stories.ts";
import { anchorsIn, fetchPage, linksOf } from "../../../support/docs_pages.ts";
import { serviceInMemory, type TestService } from "../../../support/service.ts";

const pageBytesMax = 60 * 1024;
const prospect = `playground-${"A".repeat(22)}`;

/** The sandbox's answer to the request of a card: its code, and the facts in its reasons. */
type Asked = { readonly code: string; readonly facts: readonly string[] };

async function post(service: TestService, path: string, body: unknown) {
  const answer = await service.as(prospect).post(path, body);
  assert(answer.status < 300, answer.text);
  return answer.body;
}

/** Runs the act of a story like the playground, with the fields' initial values. */
const actOf = (name: CardName) => {
  const story = stories.find(({ slug }) => slug === cards[name].story);
  const { fields = [], acts } = story?.turns[0] ?? assert.fail(name);
  const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const filled = JSON.stringify(acts[0]!.body).replaceAll(
    /\{(\w+)\}/g,
    (_, field) => values[field] ?? "",
  );
  const body = JSON.parse(filled);
  for (const [member, value] of Object.entries(body)) if (value === "") delete body[member];
  return { path: acts[0]!.path, body };
};

const askers: Readonly<Record<CardName, (service: TestService) => Promise<Asked>>> = {
  screening: async (service) => {
    const { path, body } = actOf("screening");
    const { classification, candidates: [first] } = await post(service, path, body);
    const { score, explain } = first.classifyResult;
    const points = explain.alignment.map((token: { points: number }) => String(-token.points));
    return { code: classification, facts: [explain.matchedName, String(score), ...points] };
  },
  verification: async (service) => {
    const started = await post(service, "/v1/verify/sessions", {
      clientId: prospect,
      checkType: "age-verification",
    });
    const { authorizationRequestUri, sessionId } = started;
    await post(service, "/playground/wallet/presentations", {
      authorizationRequestUri,
      person: "clear",
    });
    const { body } = await service.as(prospect).get(`/v1/verify/sessions/${sessionId}`);
    const { booleanProofs } = body.decision;
    return { code: `ageOver18: ${booleanProofs.ageOver18}`, facts: ["age_over_18"] };
  },
  login: async (service) => {
    const twice = [1, 2].map(() =>
      post(service, "/playground/login/redeemed", { person: "clear" })
    );
    const [first, second] = await Promise.all(twice);
    assert.equal(first.result.sub, second.result.sub, "the same subject at each visit");
    assert.equal(JSON.stringify(first.result).includes("Mustermann"), false);
    return { code: "sub", facts: ["id_token"] };
  },
  credentials: async (service) => {
    const { credentialOfferUri } = await post(
      service,
      "/v1/credentials/sandbox/demo-offer",
      undefined,
    );
    const redeemed = await post(service, "/playground/wallet/redemptions", { credentialOfferUri });
    assert.equal(redeemed.stopped, null);
    const { authorizationRequestUri, sessionId } = await post(
      service,
      "/v1/credentials/verify/sessions",
      { clientId: prospect, checkType: "academic-credential" },
    );
    await post(service, "/playground/wallet/presentations", {
      authorizationRequestUri,
      person: "clear",
    });
    const path = `/v1/credentials/verify/sessions/${sessionId}`;
    const { decision } = (await service.as(prospect).get(path)).body;
    return { code: decision.revocationStatus, facts: [decision.issuer.name] };
  },
  walletRisk: async (service) => {
    const { path, body } = actOf("walletRisk");
    const { classification, score, matchedTags: [tag] } = await post(service, path, body);
    const facts = [score, tag.categoryWeight, tag.confidenceLevel].map(String);
    assert.equal(tag.abuse, "terrorism");
    return { code: classification, facts };
  },
  kyb: async (service) => {
    const { path, body } = actOf("kyb");
    const { recommendation, advisoryFlags, normalized } = await post(service, path, body);
    assert.deepEqual(advisoryFlags, []);
    return { code: recommendation, facts: [normalized.registryNumber] };
  },
};

for (const name of cardNames) {
  Deno.test(`the card of ${name} has the answer that the sandbox gives, in every language`, async () => {
    await using service = await serviceInMemory();
    const { code, facts } = await askers[name](service);
    assert.equal(cards[name].code, code);
    for (const { language, home } of catalogues) {
      const said = [home.cards[name].answer, ...home.cards[name].reasons].join(" ");
      for (const fact of facts) assert(said.includes(fact), `${language}: ${fact} in ${said}`);
    }
  });
}

Deno.test("GET / shows every service's answer one click away, in five languages", async () => {
  await using service = await serviceInMemory();
  for (const { language, home } of catalogues) {
    const answer = await service.fetch("/", {
      headers: { accept: "text/html", "accept-language": `${language}-XX,en;q=0.5` },
    });
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get("vary") ?? "", /accept-language/);
    const policy = answer.headers.get("content-security-policy") ?? "";
    assert(!policy.includes("unsafe") && policy.startsWith("default-src 'none'"));
    const html = await answer.text();
    assert(html.includes(`<html lang="${language}">`));
    assert(html.includes(home.title));
    assert.equal(html.match(/<details>/g)?.length, cardNames.length);
    for (const { code, story } of Object.values(cards)) {
      assert(html.includes(`<code>${code}</code>`), code);
      assert(linksOf(html).includes(`/playground/${story}`), story);
    }
    assert(!/<style|\sstyle=|\son[a-z]+=|<script/.test(html));
  }
});

Deno.test("GET / of a sandbox names what is in force, is small and has no broken link", async () => {
  await using service = await serviceInMemory();
  const { html, wireBytes } = await fetchPage(service, "/");
  assert(wireBytes < pageBytesMax, `${wireBytes} bytes`);
  const { body: { lists } } = await service.as("acme").get("/v1/lists");
  for (const { title, asOf } of lists) {
    assert(html.includes(title) && html.includes(`datetime="${asOf}"`), title);
  }
  const { body: { version, build } } = await service.as("acme").get("/health");
  assert(html.includes(version) && html.includes(build));
  for (const link of linksOf(html)) {
    if (link.startsWith("data:")) continue;
    const { pathname, hash } = new URL(link, "https://aval.example/");
    const target = await fetchPage(service, pathname);
    // A browser without a session is led to where it gets one.
    const expected = ["/desk", "/console"].includes(pathname) ? 303 : 200;
    assert.equal(target.status, expected, link);
    if (hash !== "") assert(anchorsIn(target.html).includes(hash.slice(1)), link);
  }
});

Deno.test("GET / of a terminal is a short text with the same addresses", async () => {
  await using service = await serviceInMemory();
  const { html } = await fetchPage(service, "/");
  for (const accept of [undefined, "*/*", "application/json"]) {
    const headers = accept === undefined ? {} : { accept };
    const answer = await service.fetch("/", { headers });
    assert.equal(answer.headers.get("content-type"), "text/plain; charset=utf-8");
    const text = await answer.text();
    assert(text.length < 1_000);
    for (const path of ["/playground", "/docs", "/reference"]) {
      assert(text.includes(path) && linksOf(html).includes(path), path);
    }
  }
});

Deno.test("GET / of live has the operator's name, contact and status, and nothing of the service", async () => {
  await using service = await serviceInMemory({
    mode: "live",
    env: { AVAL_OPERATOR_NAME: "Bank <b>& Söhne", AVAL_OPERATOR_CONTACT: "trust@bank.example" },
  });
  const { html } = await fetchPage(service, "/");
  const main = html.slice(html.indexOf("<main"));
  assert(main.includes("Bank &lt;b&gt;&amp; Söhne") && main.includes("trust@bank.example"));
  assert.match(main, /<span class="state (?:good|warn)">/);
  assert(!/<a |<table|details|version/i.test(main));
  await using unnamed = await serviceInMemory({ mode: "live" });
  assert.match((await fetchPage(unnamed, "/")).html, /has not published a name/);
});

Deno.test("the home page leads persons to what the deployment has, in every language", async (t) => {
  const doors = { desk: "/desk", console: "/console" } as const;
  for (const AVAL_CONSOLE of ["", "desk", "console", "desk,console"]) {
    await using service = await serviceInMemory({
      mode: "live",
      env: AVAL_CONSOLE === "" ? {} : { AVAL_CONSOLE },
    });
    for (const { language, home } of catalogues) {
      await t.step(`live with "${AVAL_CONSOLE}", ${language}`, async () => {
        const headers = { accept: "text/html", "accept-language": language };
        const page = await (await service.fetch("/", { headers })).text();
        for (const part of ["desk", "console"] as const) {
          const isThere = AVAL_CONSOLE.split(",").includes(part);
          const door = `href="${doors[part]}">${home[part]}</a>`;
          assert.equal(page.includes(door), isThere, door);
        }
      });
    }
  }
  await using sandbox = await serviceInMemory();
  const page = await (await sandbox.fetch("/", { headers: { accept: "text/html" } })).text();
  for (const path of Object.values(doors)) assert.ok(page.includes(`href="${path}"`), path);
  const text = await (await sandbox.fetch("/", { headers: { accept: "*/*" } })).text();
  assert.match(text, /^Desk {11}http.*\/desk\nConsole {8}http.*\/console$/m);
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { catalogues } from "../../../routes/html/languages/choose_words.ts";
import {
  type LoginPageContent,
  loginScript,
  renderLoginPage,
} from "../../../routes/pages/login_page.ts";
import { qrPath } from "../../../routes/pages/qr_path.ts";
import {
  type Element,
  elementsOf,
  findAll,
  findOne,
  isHidden,
  parsePage,
  rawTextOf,
  textOf,
} from "../../support/page.ts";
import { runs } from "../../support/runs.ts";

const nonce = "q83vEjRWeJCrze8SNFZ4kA";
/** A request by value of typical length (measured: 605 characters, 85 modules). */
const walletUri = `openid4vp://authorize?response_type=vp_token&client_id=${"x".repeat(550)}`;
const pending: LoginPageContent = {
  relyingParty: "Example relying party",
  walletUri,
  statusUrl: "https://aval.example/base/v1/login/authorize/2Zr0/status",
  restartUrl: "https://aval.example/base/v1/login/authorize?client_id=example&state=%22",
  state: "pending",
  isSandbox: false,
  words: catalogues[0]!,
  nonce,
};

function render(overrides: Partial<LoginPageContent> = {}): Element {
  return parsePage(renderLoginPage({ ...pending, ...overrides }).html, loginScript);
}

Deno.test("renderLoginPage() holds the wallet link and the address of the status in its HTML", () => {
  const page = render();
  assert.equal(findOne(page, "data-wallet-link").attributes["href"], walletUri);
  assert.equal(findOne(page, "data-status-url").attributes["data-status-url"], pending.statusUrl);
  assert.equal(findOne(page, "data-restart").attributes["href"], pending.restartUrl);
});

Deno.test("renderLoginPage() names the relying party and warns of a code that somebody sent", () => {
  const page = render();
  assert.equal(textOf(findOne(page, "h1")), "Log in to Example relying party");
  const warning = elementsOf(page).find(({ attributes }) => attributes["class"] === "notice warn");
  assert(warning !== undefined && !isHidden(page, warning));
  assert.match(textOf(warning), /If another person sent you this page or this code, stop/);
  assert.match(textOf(warning), /Example relying party/);
});

Deno.test("renderLoginPage() offers the terminal's wallet in a sandbox, and never in live", () => {
  const said = (isSandbox: boolean) => textOf(render({ isSandbox }));
  assert(said(true).includes(`deno task wallet present '${walletUri}'`));
  assert(said(true).includes("deno task wallet login URL"));
  assert(!said(false).includes("deno task"));
  assert(!said(false).toLowerCase().includes("sandbox"));
  for (const state of ["completed", "failed", "expired"] as const) {
    assert(!textOf(render({ isSandbox: true, state })).includes("deno task"), state);
  }
});

Deno.test("renderLoginPage() draws the wallet's request as one path, four pixels a module", () => {
  const svg = findOne(render(), "svg");
  const code = qrPath(walletUri);
  assert(code !== null);
  assert.equal(findOne(svg, "path").attributes["d"], code.path);
  const { attributes } = svg;
  assert.deepEqual(
    [attributes["width"], attributes["viewBox"]],
    [String(code.size * 4), `0 0 ${code.size} ${code.size}`],
  );
  assert.equal(attributes["height"], attributes["width"]);
  assert.equal(attributes["shape-rendering"], "crispEdges");
  assert.equal(attributes["role"], "img");
  assert.match(attributes["aria-label"] ?? "", /QR code/);
});

Deno.test("renderLoginPage() keeps the code dark on white whatever the colours of the page are", () => {
  const svg = findOne(render(), "svg");
  assert.deepEqual(
    svg.children.filter((node) => typeof node !== "string").map(({ name }) => name),
    [
      "rect",
      "path",
    ],
  );
  assert.equal(findOne(svg, "rect").attributes["fill"], "#fff");
  assert.equal(findOne(svg, "rect").attributes["width"], String(qrPath(walletUri)?.size));
  assert.equal(findOne(svg, "path").attributes["stroke"], "#000");
});

Deno.test("renderLoginPage() leaves out a code that no reader could take, and keeps the link", () => {
  const page = render({ walletUri: `openid4vp://authorize?x=${"y".repeat(3_000)}` });
  assert.deepEqual(findAll(page, "svg"), []);
  assert.equal(findAll(page, "data-wallet-link").length, 1);
});

Deno.test("renderLoginPage() offers a way on without script: the address of the status as a link", () => {
  const links = findAll(findOne(render(), "noscript"), "a");
  assert.deepEqual(links.map(({ attributes }) => attributes["href"]), [pending.statusUrl]);
});

Deno.test("renderLoginPage() shows each state by its words, and only what helps in it", async (t) => {
  const redirectTo = "https://rp.example/callback?code=1&state=2";
  const cases = [
    { content: pending, says: /^Waiting for your wallet/, restart: false, onward: false },
    {
      content: { ...pending, state: "completed", redirectTo },
      says: /sent back/,
      restart: false,
      onward: true,
    },
    {
      content: { ...pending, state: "completed" },
      says: /cannot be used again/,
      restart: true,
      onward: false,
    },
    {
      content: { ...pending, state: "failed" },
      says: /did not succeed/,
      restart: true,
      onward: false,
    },
    { content: { ...pending, state: "expired" }, says: /expired/, restart: true, onward: false },
  ] as const;
  for (const { content, says, restart, onward } of cases) {
    await t.step(`${content.state}, ${says}`, () => {
      const page = render(content);
      const live = findAll(page, "role").filter(({ attributes }) =>
        attributes["role"] === "status"
      );
      assert.equal(live.length, 1, "one live region");
      assert.match(textOf(live[0]!), says);
      assert.equal(!isHidden(page, findOne(page, "data-restart")), restart);
      const link = findOne(page, "data-continue");
      assert.equal(!isHidden(page, link), onward);
      assert.equal(link.attributes["href"], onward ? redirectTo : undefined);
      const waiting = content.state === "pending" ? 1 : 0;
      assert.equal(findAll(page, "data-wallet-link").length, waiting, "no link to a dead request");
      assert.equal(findAll(page, "svg").length, waiting, "no code of a dead request");
    });
  }
});

/** Names that try to affect other parts of the page, and arbitrary text. */
const names = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    `<script>alert(1)</script>`,
    `</title></style></main><img src="//evil.example" onerror="x()">`,
    `" autofocus onfocus="x()`,
    `' data-x='`,
    `&lt;b&gt; &amp; &#39;`,
    `<!-- `,
    `]]>`,
    `$& $1 \${nonce}`,
  ),
);

/** The structure of a page, without texts and values of attributes. */
const skeleton = (page: Element) =>
  elementsOf(page).map(({ name, attributes }) => [name, Object.keys(attributes)]);

Deno.test("renderLoginPage() shows any text as text: no element, no attribute comes of it", () => {
  for (const state of ["pending", "expired"] as const) {
    const expected = skeleton(render({ state }));
    fc.assert(
      fc.property(names, names, names, (relyingParty, one, two) => {
        // XML, which the page is read as, has no place for control characters in an address.
        const [status, restart] = [one, two].map((text) =>
          encodeURI(text.toWellFormed()) + "&'<>\""
        );
        const page = render({ state, relyingParty, statusUrl: status!, restartUrl: restart! });
        assert.deepEqual(skeleton(page), expected);
        assert.equal(findOne(page, "data-status-url").attributes["data-status-url"], status);
        assert.equal(findOne(page, "data-restart").attributes["href"], restart);
      }),
      { numRuns: runs(100) },
    );
  }
});

Deno.test("renderLoginPage() keeps a name's direction inside of the name", () => {
  // RIGHT-TO-LEFT OVERRIDE, and a POP DIRECTIONAL ISOLATE that would end the isolate around it.
  const page = render({ relyingParty: "Acme\u2069\u202e moc.live\u0000\nשלום" });
  for (const bdi of findAll(page, "bdi")) assert.equal(rawTextOf(bdi), "Acme moc.live שלום");
  assert.equal(rawTextOf(findOne(page, "title")), "Log in to \u2068Acme moc.live שלום\u2069");
  const outside = elementsOf(page).filter(({ name }) => name !== "bdi" && name !== "title")
    .flatMap(({ children }) => children.filter((node) => typeof node === "string"));
  assert(outside.every((text) => !text.includes("Acme")), "it stands in an isolate only");
});

Deno.test("renderLoginPage() allows its own script and style by nonce, and calls to its origin", () => {
  const { html, contentSecurityPolicy } = renderLoginPage(pending);
  assert.deepEqual(contentSecurityPolicy.split("; "), [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  const page = parsePage(html, loginScript);
  assert.equal(findOne(page, "script").attributes["nonce"], nonce);
  assert.equal(findOne(page, "style").attributes["nonce"], nonce);
  assert.throws(() => renderLoginPage({ ...pending, nonce: "x'; script-src *; y" }), /nonce/);
});

Deno.test("renderLoginPage() has no inline style or handler and loads nothing", () => {
  for (const { name, attributes } of elementsOf(render())) {
    for (const attribute of Object.keys(attributes)) {
      assert(attribute !== "style" && !attribute.startsWith("on"), `${name} ${attribute}`);
      assert(!["src", "srcset", "action", "formaction", "ping"].includes(attribute), attribute);
    }
    assert(!["iframe", "object", "embed", "form", "img", "base"].includes(name), name);
    if (name === "link") assert.equal(attributes["href"], "data:,");
  }
  const style = rawTextOf(findOne(render(), "style"));
  assert(!/url\(|@import/.test(style));
  assert(!/animation|transition|scroll-behavior/.test(style), "nothing moves");
});

Deno.test("renderLoginPage() has a language, a title, one first heading and no gap below it", () => {
  const page = render();
  assert.equal(page.attributes["lang"], "en");
  assert.equal(rawTextOf(findOne(page, "title")), "Log in to \u2068Example relying party\u2069");
  const headings = elementsOf(page).filter(({ name }) => /^h[1-6]$/.test(name));
  assert.deepEqual(headings.map(({ name }) => name), ["h1", "h2", "h2"]);
});

Deno.test("renderLoginPage() puts the wallet link before the code, and lets the keyboard scroll the code", () => {
  const page = render();
  const order = elementsOf(page);
  assert(order.indexOf(findOne(page, "data-wallet-link")) < order.indexOf(findOne(page, "svg")));
  assert.equal(findOne(page, "tabindex").attributes["tabindex"], "0");
  assert.equal(findAll(findOne(page, "tabindex"), "svg").length, 1);
});

Deno.test("renderLoginPage() is at most 20 KB without its code, and its script 4 KB", () => {
  const bytes = (text: string) => new TextEncoder().encode(text).byteLength;
  const { html } = renderLoginPage(pending);
  assert(bytes(html) - bytes(qrPath(walletUri)!.path) <= 20 * 1024);
  assert(bytes(loginScript) <= 4 * 1024);
  assert(html.includes(loginScript), "it is sent as it was measured");
});

Deno.test("renderLoginPage() says everything in each language, and keeps the same parts", () => {
  const english = skeleton(render());
  for (const words of catalogues) {
    const page = render({ words });
    assert.equal(page.attributes["lang"], words.language);
    assert.deepEqual(skeleton(page), english, words.language);
    const text = textOf(findOne(page, "main"));
    assert(text.includes("Example relying party") && !text.includes("{"), words.language);
    assert(text.includes(words.login.warningWhy) && text.includes(words.login.shown));
  }
});

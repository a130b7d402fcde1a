/**
 * What a newcomer reads in the playground (decisions-2.md part 18): words, entries, refusals,
 * outcomes.
 */

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import {
  answerElsewhere,
  cameOf,
  entriesOf,
  overflows,
  press,
  startSandbox,
  statusOf,
  wireOf,
} from "./playground_pages.ts";
import { assertAccessible, inChromium, keepScreenshot, readQrCode } from "./chromium.ts";

/** A time from year to second, with the zone. */
const utc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/;

const drawn = (page: Page) => page.locator("[data-drawn]").count();

inChromium("each press shows the audit entries that it has made, once each", async (chromium) => {
  await using sandbox = await startSandbox();
  const page = await (await chromium.open()).newPage();
  await page.goto(`${sandbox.base}/playground/name`);
  for (const presses of [1, 2, 3]) {
    await press(page, "Screen the name");
    const entries = await entriesOf(page);
    assert.equal(entries.length, presses);
    assert.equal(new Set(entries).size, presses, "each has a number of its own");
    for (const entry of entries) assert.match(entry, /^Audit entry \d+: SCREENING_DECISION$/);
    assert.equal(await statusOf(page), "Done: 1 request and 1 audit entry, shown below.");
  }
});

inChromium("no story shows the audit entries of another one", async (chromium) => {
  await using sandbox = await startSandbox();
  const page = await (await chromium.open()).newPage();
  const kindsAfter = async (slug: string, ...labels: readonly string[]) => {
    await page.goto(`${sandbox.base}/playground/${slug}`);
    for (const label of labels) await press(page, label);
    return (await entriesOf(page)).map((line) => line.split(": ")[1]);
  };
  const draft = "Read a review draft of an invented application";
  assert.deepEqual(await kindsAfter("name", "Screen the name"), ["SCREENING_DECISION"]);
  assert.deepEqual(await kindsAfter("applicant", draft), ["KYB_REVIEW_DRAFTED"]);
  assert.deepEqual(await kindsAfter("seal", "Ask for a seal"), []);
  assert.deepEqual(await kindsAfter("review", "Screen the name", "Record the review"), [
    "SCREENING_DECISION",
    "SCREENING_REVIEWED",
  ]);
  assert.deepEqual(await kindsAfter("address", "Score the address"), ["WALLET_RISK_SCORED"]);
});

inChromium(
  "an audit entry is shown with its number once it has one, and without where it has none yet",
  async (chromium) => {
    await using sandbox = await startSandbox();
    const page = await (await chromium.open()).newPage();
    let unnumbered = 2;
    await page.route("**/v1/screen/gdpr/export", async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      if (unnumbered-- > 0) {
        for (const entry of json.auditEntries) Object.assign(entry, { seq: null, hash: null });
      }
      await route.fulfill({ response, json });
    });
    await page.goto(`${sandbox.base}/playground/name`);
    await press(page, "Screen the name");
    assert.match((await entriesOf(page)).join(), /^Audit entry \d+: SCREENING_DECISION$/);
    unnumbered = Infinity;
    await press(page, "Screen the name");
    const [, second] = await entriesOf(page);
    assert.equal(second, "Audit entry: SCREENING_DECISION");
    unnumbered = 0;
    await page.goto(`${sandbox.base}/playground/seal`);
    await press(page, "Ask for a seal");
    assert.deepEqual(await entriesOf(page), []);
  },
);

inChromium(
  "a name that is empty is not sent, and of a blank one nothing was checked",
  async (chromium) => {
    await using sandbox = await startSandbox();
    const page = await (await chromium.open()).newPage();
    await page.goto(`${sandbox.base}/playground/name`);
    let sent = 0;
    page.on("request", (request) => void (request.url().endsWith("/v1/screen") && sent++));
    await page.getByLabel("Name").fill("");
    await page.getByRole("button", { name: "Screen the name" }).press("Enter");
    assert.equal(await page.locator("input:invalid").count(), 1);
    assert.equal(sent, 0);
    await page.getByLabel("Name").fill("  ");
    await press(page, "Screen the name");
    assert.deepEqual(await cameOf(page), {
      Classification: "CLEAR, but nothing was checked",
      "Next step": "send a name",
      "Checks run": "Nothing was checked",
    });
  },
);

inChromium("a name that is on no list has no rows of a candidate", async (chromium) => {
  await using sandbox = await startSandbox();
  const page = await (await chromium.open()).newPage();
  await page.goto(`${sandbox.base}/playground/name`);
  await page.getByLabel("Name").fill("Margaret Thistlewood");
  await press(page, "Screen the name");
  assert.deepEqual(await cameOf(page), {
    Classification: "nothing on the lists is like it (CLEAR)",
    "Next step": "go on",
    "Checks run": "the name, against the lists (name)",
  });
});

inChromium("a name that is found says why, word by word", async (chromium) => {
  await using sandbox = await startSandbox();
  const page = await (await chromium.open()).newPage();
  await page.goto(`${sandbox.base}/playground/name`);
  await press(page, "Screen the name");
  const why = () => page.locator("[data-came] dd li").allTextContents();
  const { "Next step": step, "Listed as": listedAs, Score } = await cameOf(page);
  assert.equal(step, "let a person decide");
  assert.equal(listedAs, undefined, "the first candidate's name is the listed one");
  const found = await why();
  assert.match(
    found[1]!,
    /^“viktor”, by your “Victor”: another spelling \(respelled\), -\d.*points$/,
  );
  assert.match(
    found[2]!,
    /^“sandbergov” \(family name\), by your “Sandburgov”: edited, 1 letter differs, -\d.* points$/,
  );
  assert(found.some((line) => line.endsWith(`together ${Score}`)), found.join("\n"));
  assert(found.includes("Not confirmed: the name is not exact (name_not_exact)"));
  assert(found.includes("Date of birth: nothing to compare, one side does not say (absent)"));
  await page.getByLabel("Date of birth").fill("1990-01-01");
  await page.getByLabel("Name").fill("Viktor Sandbergov");
  await press(page, "Screen the name");
  const contradicted = await why();
  assert(contradicted.includes("“viktor”, by your “Viktor”: the same, 0 points"));
  assert(
    contradicted.includes("Date of birth: years apart (years_apart), listed 1961-04-12"),
    contradicted.join("\n"),
  );
  assert(contradicted.includes("Not confirmed: the date of birth contradicts (dob_contradicts)"));
  await page.getByLabel("Date of birth").fill("");
  await page.getByLabel("Name").fill("Ferryman of Tavrel");
  await press(page, "Screen the name");
  const alias = await cameOf(page);
  assert.notEqual(alias["Listed as"], undefined, "the listed name is an alias");
  assert.notEqual(alias["Listed as"], alias["First candidate"]);
  assert.match((await why())[0]!, /an alias that the list calls weak \(weak\)$/);
});

inChromium(
  "a confirmed name is refused, and a politically exposed person left to a person",
  async (chromium) => {
    await using sandbox = await startSandbox();
    const page = await (await chromium.open()).newPage();
    await page.goto(`${sandbox.base}/playground/identity`);
    for (
      const [person, sanctioned, exposed, step] of [
        ["sanctioned", "yes", "no", /^refuse, by your rules$/],
        ["pep", "no", "yes", /^let a person decide/],
        ["clear", "no", "no", /^go on$/],
      ] as const
    ) {
      await press(page, "Start the session");
      await page.getByLabel("Whose wallet answers").selectOption(person);
      await press(page, "Answer, read and open the pack");
      const came = await cameOf(page);
      assert.deepEqual([came["Sanctioned"], came["Politically exposed"]], [sanctioned, exposed]);
      assert.match(came["Next step"] ?? "", step);
    }
  },
);

inChromium(
  "a review is shown with its notes, in the reader's words and in UTC",
  async (chromium) => {
    await using sandbox = await startSandbox();
    const page = await (await chromium.open()).newPage();
    await page.goto(`${sandbox.base}/playground/review`);
    await press(page, "Screen the name");
    await page.getByLabel("Notes").fill("<b>Another</b> passport");
    await press(page, "Record the review");
    const cells = await page.locator("[data-came] td").allTextContents();
    assert.deepEqual(cells.slice(0, 2), [
      "False positive: another person (false_positive)",
      "<b>Another</b> passport",
    ]);
    assert.match(cells[2]!, utc);
    assert.equal((await cameOf(page))["Next step"], "act on the review");
    // Reviews of one instant stand in the order of their ids.
    sandbox.clock.advance({ seconds: 1 });
    await page.getByLabel("Notes").fill("");
    await press(page, "Record the review");
    const newest = page.locator("[data-came] table").first();
    assert.equal(await newest.locator("td").count(), 2);
  },
);

inChromium("too many applications say in how many seconds to try again", async (chromium) => {
  // The policy's own limits: three at once and ten an hour.
  await using sandbox = await startSandbox({ policy: {} });
  const page = await (await chromium.open()).newPage();
  await page.goto(`${sandbox.base}/playground/applicant`);
  for (let sent = 0; sent < 3; sent++) await press(page, "Send the application");
  assert.match(await statusOf(page) ?? "", /^Done/);
  await press(page, "Send the application");
  assert.equal(
    await statusOf(page),
    "It stopped: Too many requests: try again in 360 seconds (rate_limit_exceeded, 429).",
  );
});

inChromium(
  "nothing to scan is left once a session has its answer, and a refusal says what to do",
  async (chromium) => {
    await using sandbox = await startSandbox();
    const page = await (await chromium.open()).newPage();
    await page.goto(`${sandbox.base}/playground/age`);
    await press(page, "Start the session");
    assert.equal(await drawn(page), 1);
    await press(page, "Answer with the sandbox's wallet");
    assert.equal(await drawn(page), 0);
    assert.equal(await page.getByText("For a wallet of your own").count(), 0);
    await press(page, "Start the session");
    const { stopped } = await answerElsewhere(sandbox.base, await readQrCode(page), "clear");
    assert.equal(stopped, null);
    await press(page, "Answer with the sandbox's wallet");
    assert.equal(await drawn(page), 0);
    assert.match(
      await statusOf(page) ?? "",
      /^It stopped: .*\. Start another session \(verification_session_not_pending, 409\)\.$/,
    );
  },
);

inChromium("what is counted after a press is what the press shows", async (chromium) => {
  await using sandbox = await startSandbox();
  const page = await (await chromium.open()).newPage();
  await page.goto(`${sandbox.base}/playground/credential`);
  let before = 0;
  for (const label of ["Redeem the offer", "Show it, revoke it, read again"]) {
    await press(page, label);
    const shown = await wireOf(page);
    const entries = (await entriesOf(page)).length;
    const group = page.locator("[data-wire] section").last();
    assert.equal(await group.locator("h3").textContent(), label);
    const rows = await group.locator("summary").allTextContents();
    assert.equal(rows.length, shown.length - before);
    before = shown.length;
    const [, requests, made] = /^Done: (\d+) requests and (\w+) audit/.exec(
      await statusOf(page) ?? "",
    ) ?? [];
    const ofAudit = rows.filter((row) => row.startsWith("Audit entry")).length;
    assert.equal(Number(requests), rows.length - ofAudit);
    assert.equal(made === "no" ? 0 : Number(made), ofAudit);
    assert(entries >= ofAudit);
  }
});

inChromium(
  "whoever waits for a wallet sees until when, and can stop by the keyboard",
  async (chromium) => {
    await using sandbox = await startSandbox();
    const page = await (await chromium.open({ viewport: { width: 320, height: 800 } })).newPage();
    await page.goto(`${sandbox.base}/playground/own-wallet`);
    const stop = page.getByRole("button", { name: "Stop", exact: true });
    assert.equal(await stop.isVisible(), false);
    await page.getByRole("button", { name: "Start and follow" }).press("Enter");
    const status = page.locator("[role=status]").filter({ hasText: "Waiting" });
    await status.waitFor();
    const [, until = ""] = /^Waiting for the wallet, until (.*)\.$/.exec(
      await statusOf(page) ?? "",
    ) ?? [];
    assert.match(until, utc);
    assert.equal(await overflows(page), false);
    await assertAccessible(page);
    await keepScreenshot(page, "playground-waiting-320");
    await stop.press("Enter");
    await page.locator("[role=status]").filter({ hasText: /^It stopped/ }).waitFor();
    assert.equal(
      await statusOf(page),
      `It stopped: you no longer wait; a wallet may answer until ${until}.`,
    );
    assert.equal(await stop.isVisible(), false);
    assert.equal(await drawn(page), 0);
    assert.equal(await page.evaluate("document.activeElement.textContent"), "Start and follow");
  },
);

inChromium(
  "a story that waits for a run can be stopped, and goes on when pressed again",
  async (chromium) => {
    await using sandbox = await startSandbox();
    const page = await (await chromium.open()).newPage();
    await page.goto(`${sandbox.base}/playground/monitoring`);
    await press(page, "Monitor three customers");
    const status = page.locator("[role=status]");
    await page.getByRole("button", { name: "Change the list" }).press("Enter");
    await status.filter({ hasText: "Waiting for the run to open a decision." }).waitFor();
    await page.getByRole("button", { name: "Stop", exact: true }).press("Enter");
    await status.filter({ hasText: /^It stopped: you no longer wait\.$/ }).waitFor();
    await sandbox.runMonitoring();
    await sandbox.runEvents();
    await press(page, "Change the list");
    assert.match((await cameOf(page))["The event that arrived"] ?? "", /screening\.match/);
  },
);

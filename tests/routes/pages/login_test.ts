import assert from "node:assert/strict";
import {
  openLoginPage as open,
  redirectTo,
  type Reply,
  statusUrl,
} from "../../support/login_browser.ts";

const restart = ["https://aval.example/v1/login/authorize?client_id=example"];

Deno.test("the login script asks every two seconds until the wallet has answered, then goes on", async () => {
  const browser = open([{ status: "pending" }, { status: "pending" }, {
    status: "completed",
    redirectTo,
  }]);
  for (let poll = 0; poll < 3; poll++) {
    assert.equal(browser.timer(), 2);
    assert.deepEqual(browser.visited, []);
    await browser.ring();
  }
  assert.deepEqual(browser.polls, [statusUrl, statusUrl, statusUrl]);
  assert.deepEqual(browser.visited, [redirectTo]);
  assert.equal(browser.timer(), null, "it asks no more");
  assert.deepEqual(
    browser.shown().links,
    [redirectTo],
    "a link, should the browser not go by itself",
  );
});

Deno.test("the login script shows how a login ended, offers to start again and asks no more", async (t) => {
  const cases: { why: string; reply: Reply; state: string; says: RegExp }[] = [
    { why: "refused", reply: { status: "failed" }, state: "failed", says: /did not succeed/ },
    { why: "over", reply: { status: "expired" }, state: "expired", says: /expired/ },
    { why: "unknown", reply: { refused: 404 }, state: "expired", says: /expired, or .* cookies/ },
    { why: "used", reply: { status: "completed" }, state: "used", says: /cannot be used again/ },
  ];
  for (const { why, reply, state, says } of cases) {
    await t.step(why, async () => {
      const browser = open([{ status: "pending" }, reply]);
      await browser.ring();
      await browser.ring();
      const shown = browser.shown();
      assert.equal(shown.state, state);
      assert.match(shown.says, says);
      assert.deepEqual(shown.links, restart, "neither wallet link nor code is left");
      assert.equal(browser.timer(), null);
      await browser.send("visibilitychange");
      await browser.send("online");
      assert.equal(browser.polls.length, 2);
      assert.deepEqual(browser.visited, []);
    });
  }
});

Deno.test("the login script goes on after lost connections and faults, and says so from the third on", async () => {
  const browser = open(["lost", { refused: 500 }, "lost", { status: "pending" }, {
    status: "completed",
    redirectTo,
  }]);
  const says: string[] = [];
  for (let poll = 0; poll < 4; poll++) {
    await browser.ring();
    says.push(browser.shown().says);
    assert.equal(browser.timer(), 2);
  }
  assert.match(says[1]!, /Waiting/);
  assert.match(says[2]!, /no connection/);
  assert.match(says[3]!, /Waiting/);
  await browser.ring();
  assert.deepEqual(browser.visited, [redirectTo]);
});

Deno.test("the login script takes an answer that it cannot read for a fault", async () => {
  const browser = open([{ status: "unheard of" }, {}, { status: "completed", redirectTo }]);
  for (let poll = 0; poll < 3; poll++) await browser.ring();
  assert.deepEqual(browser.visited, [redirectTo]);
});

Deno.test("the login script waits as long as a 429 or a 503 asks, whatever happens meanwhile", async (t) => {
  const cases = [
    { refused: 429, retryAfter: "17", waits: 17 },
    { refused: 503, retryAfter: "30", waits: 30 },
    { refused: 429, retryAfter: "0", waits: 2 },
    { refused: 503, waits: 10 },
    { refused: 503, retryAfter: "Sun, 22 Nov 2026 12:00:00 GMT", waits: 10 },
    // A timer holds 24.8 days, and one that is longer rings at once.
    { refused: 429, retryAfter: "99999999", waits: 3_600 },
  ];
  for (const { waits, ...reply } of cases) {
    await t.step(`${reply.refused}, ${reply.retryAfter}`, async () => {
      const browser = open([reply, { status: "completed", redirectTo }]);
      await browser.ring();
      assert.equal(browser.timer(), waits);
      await browser.send("visibilitychange");
      await browser.send("online");
      assert.equal(browser.polls.length, 1);
      await browser.ring();
      assert.deepEqual(browser.visited, [redirectTo]);
    });
  }
});

Deno.test("the login script asks at once when the page becomes visible or the network comes back", async () => {
  for (const event of ["visibilitychange", "online"]) {
    const browser = open([{ status: "pending" }, { status: "completed", redirectTo }]);
    await browser.send(event);
    assert.equal(browser.polls.length, 1, event);
    assert.equal(browser.timer(), 2, "one timer, anew");
    await browser.send(event);
    assert.deepEqual(browser.visited, [redirectTo]);
  }
});

Deno.test("the login script does not ask when the page becomes hidden, nor twice at once", async () => {
  const browser = open([{ status: "pending" }]);
  browser.hidden = true;
  await browser.send("visibilitychange");
  assert.equal(browser.polls.length, 0);
  browser.hidden = false;
  await Promise.all([browser.send("visibilitychange"), browser.send("online")]);
  assert.equal(browser.polls.length, 1);
});

Deno.test("the login script asks again when the back button brings the page back", async () => {
  const browser = open([{ status: "completed", redirectTo }, { status: "completed" }]);
  await browser.ring();
  await browser.send("pageshow", { persisted: false });
  assert.equal(browser.polls.length, 1, "an ordinary load is no return");
  await browser.send("pageshow", { persisted: true });
  assert.equal(browser.shown().state, "used");
  assert.deepEqual(browser.shown().links, restart);
  assert.deepEqual(browser.visited, [redirectTo]);
});

Deno.test("the login script moves the focus from what it hides to what it shows", async () => {
  const browser = open([{ status: "expired" }]);
  browser.focus("data-wallet-link");
  await browser.ring();
  assert.equal(browser.focused(), "Start again");
});

Deno.test("the login script leaves a page alone that was sent with its end", () => {
  assert.equal(open([{ status: "pending" }], "expired").timer(), null);
});

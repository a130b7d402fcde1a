import { playgroundWords } from "./playground_words.ts";
import { readingsScript } from "./readings_script.ts";
import { wireScript } from "./wire_script.ts";

/**
 * The script of a story: it sends what the form of a turn says, and shows request, answer and audit
 * entries. It is sent as it stands here. Whatever it shows is set as text, never as markup.
 *
 * A prospect is a client of its own, whose random id is kept for a tab and read by no other page.
 */
export const playgroundScript = `"use strict";
(() => {
  const $ = (selector) => document.querySelector(selector);
  const forms = [...document.querySelectorAll("form[data-acts]")];
  const status = $("[role=status]");
  const came = $("[data-came]");
  const wire = $("[data-wire]");
  const stopper = $("[data-stop]");
  const kept = new Map();
  const words = ${JSON.stringify(playgroundWords)};
  // What stands before the service takes it off.
  const base = document.body.dataset.base;
  const say = (text) => {
    if (status.textContent !== text) status.textContent = text;
  };

${readingsScript}${wireScript}
  // Whether it is a new one, of which nothing is on file.
  const nameClient = async () => {
    if (kept.has("client")) return false;
    const name = "aval-playground-client";
    let known = null;
    let isNew = false;
    try {
      known = sessionStorage.getItem(name);
    } catch {}
    if (known === null) {
      const answer = await fetch(base + "/playground/prospects", {
        method: "POST", headers: { "content-type": "application/json" }, body: "{}",
      });
      const json = await answer.json();
      if (!answer.ok) throw new Error(refusalOf(answer.status, json, answer.headers.get("retry-after")));
      known = json.clientId;
      isNew = true;
      try {
        sessionStorage.setItem(name, known);
      } catch {}
    }
    kept.set("client", known);
    return isNew;
  };

  const fill = (template) => {
    if (typeof template === "string") {
      const whole = /^\\{([\\w-]+)\\}$/.exec(template);
      if (whole !== null) return kept.get(whole[1]) ?? "";
      return template.replace(/\\{([\\w-]+)\\}/g, (_, name) => kept.get(name) ?? "");
    }
    if (Array.isArray(template)) return template.map(fill);
    if (template === null || typeof template !== "object") return template;
    const filled = Object.entries(template).map(([name, value]) => [name, fill(value)]);
    return Object.fromEntries(filled.filter(([name, value]) => value !== "" || name === "name"));
  };
  const fillPath = (path) =>
    path.replace(/\\{([\\w-]+)\\}/g, (_, name) => {
      const value = String(kept.get(name) ?? "");
      return value.startsWith("/v1/") ? value : encodeURIComponent(value);
    });
  const send = async (act, path, body) => {
    const headers = { accept: "application/json", "x-aval-sandbox-client": kept.get("client") };
    if (body !== undefined) headers["content-type"] = "application/json";
    const answer = await fetch(base + path, {
      method: act.method, headers, body, cache: "no-store", signal: AbortSignal.timeout(30000),
    });
    const text = await answer.text();
    let json;
    try {
      json = JSON.parse(text);
    } catch {}
    return { answer, text, json };
  };
  const erase = () => {
    const drawn = $("[data-drawn]");
    if (drawn !== null) drawn.remove();
  };
  const draw = async (uri) => {
    const { json } = await send({ method: "POST" }, "/playground/qr", JSON.stringify({ text: uri }));
    erase();
    if (!json?.svg) return;
    const drawn = element("div", undefined, { "data-drawn": "" });
    drawn.append(element("h2", "For a wallet of your own"));
    drawn.append(element("img", undefined, {
      class: "qr", alt: "QR code of the request, which a wallet scans",
      src: "data:image/svg+xml," + encodeURIComponent(json.svg),
    }));
    if (/^(openid4vp|haip|haip-vp|av|https|openid-credential-offer):/.test(uri)) {
      const paragraph = element("p");
      paragraph.append(element("a", "Open a wallet on this device", { href: uri }));
      drawn.append(paragraph);
    }
    wire.before(drawn);
  };

  const once = async (act) => {
    const path = fillPath(act.path);
    const body = act.body === undefined ? undefined : JSON.stringify(fill(act.body));
    const { answer, text, json } = await send(act, path, body);
    const acted = Array.isArray(json?.exchanges);
    const isGood = answer.status < 400 || answer.status === act.expects;
    return { path, body, answer, text, json, acted, isGood };
  };
  let stop = () => {};
  stopper.addEventListener("click", () => stop());
  // Ends early when the person says so.
  const waitForWallet = () => {
    stopper.hidden = false;
    return new Promise((resolve) => {
      stop = () => resolve("stopped");
      setTimeout(() => resolve("over"), 2000);
    });
  };
  const follow = async (act) => {
    let done = await once(act);
    let ended = "over";
    while (ended === "over" && done.isGood && act.repeatsWhile &&
      at(done.json, act.repeatsWhile.pointer) === act.repeatsWhile.is) {
      say("Waiting for the wallet, until " + time(done.json.expiresAt) + ".");
      ended = await waitForWallet();
      if (ended === "over") done = await once(act);
    }
    stopper.hidden = true;
    return { ...done, ended };
  };
  // Nobody can answer a request any more that was answered, refused or is over.
  const isOver = ({ json, acted }) => acted
    ? json.stopped === null || json.exchanges.at(-1)?.status === 409
    : ["completed", "failed", "expired"].includes(json?.status);
  const refuseActing = ({ stopped, exchanges }) => {
    const last = exchanges.at(-1);
    if (last === undefined || last.status < 400) throw new Error(stopped);
    let said;
    try {
      said = JSON.parse(last.answer);
    } catch {}
    throw new Error(said?.error === undefined ? stopped : refusalOf(last.status, said, null));
  };
  const perform = async (act) => {
    const done = await follow(act);
    const { answer, json, acted, isGood, ended } = done;
    if (acted) for (const exchange of json.exchanges) showExchange(act, exchange);
    else showCall(act, done);
    for (const entry of acted && json.auditEntries || []) showEntry(entry);
    if (isOver(done) || ended === "stopped") erase();
    if (!isGood) throw new Error(refusalOf(answer.status, json, answer.headers.get("retry-after")));
    if (acted && json.stopped !== null) refuseActing(json);
    for (const [name, pointer] of Object.entries(act.keeps ?? {})) {
      const value = at(json, pointer);
      if (value !== undefined && value !== null) kept.set(name, String(value));
    }
    if (act.keepsLink) {
      const link = /<([^>]*)>/.exec(answer.headers.get("link") ?? "");
      if (link !== null) kept.set(act.keepsLink, new URL(link[1]).pathname.slice(base.length));
    }
    for (const reading of act.shows ?? []) tell(reading, json);
    if (act.draws) await draw(kept.get(act.draws));
    if (ended === "stopped") {
      throw new Error("you no longer wait; a wallet may answer until " + time(json.expiresAt));
    }
  };

  const refresh = () => {
    for (const form of forms) form.hidden = form.dataset.needs !== "" && !kept.has(form.dataset.needs);
  };
  const performAll = async (acts) => {
    try {
      for (const act of acts) await perform(act);
      return null;
    } catch (fault) {
      return fault.message;
    }
  };
  const run = async (form) => {
    const buttons = forms.map((each) => each.querySelector("button"));
    const button = form.querySelector("button");
    for (const [name, value] of new FormData(form)) kept.set(name, String(value));
    for (const each of buttons) each.disabled = true;
    say("Running.");
    came.querySelector("dl").replaceChildren();
    came.hidden = true;
    beginGroup(button.textContent);
    try {
      const before = await nameClient() ? [] : (await readEntries()).map(({ id }) => id);
      const stopped = await performAll(JSON.parse(form.dataset.acts));
      const unread = await showEntriesSince(before).then(() => "", (fault) =>
        " The audit entries cannot be read: " + fault.message + ".");
      say((stopped === null ? "Done: " + countOf(counts) + ", shown below." : "It stopped: " + stopped + ".") + unread);
    } catch (fault) {
      say("It stopped: " + fault.message + ".");
    }
    for (const each of buttons) each.disabled = false;
    refresh();
    // A button that is disabled or hidden has lost the focus of whoever pressed it.
    if (document.activeElement === document.body) button.focus({ preventScroll: true });
  };
  for (const form of forms) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      run(form);
    });
  }
  const begin = $("[data-begin-login]");
  if (begin !== null) {
    begin.hidden = false;
    begin.addEventListener("click", async () => {
      begin.disabled = true;
      say("Running.");
      try {
        await nameClient();
        const { answer, json } = await send({ method: "POST" }, "/playground/login/begun", "{}");
        if (!json?.authorizeUrl) {
          throw new Error(refusalOf(answer.status, json, answer.headers.get("retry-after")));
        }
        try {
          sessionStorage.setItem("aval-playground-login", JSON.stringify(json));
        } catch {
          throw new Error("your browser keeps nothing for this page, which the login needs");
        }
        location.assign(json.authorizeUrl);
      } catch (fault) {
        say("It stopped: " + fault.message + ".");
      }
      begin.disabled = false;
      if (document.activeElement === document.body) begin.focus({ preventScroll: true });
    });
  }
  // The login has sent this tab back: its code is of use to the tab that has begun it alone.
  if (location.pathname === base + "/playground/login/callback") {
    const returned = new URLSearchParams(location.search);
    let begun = {};
    try {
      begun = JSON.parse(sessionStorage.getItem("aval-playground-login") ?? "{}");
      sessionStorage.removeItem("aval-playground-login");
    } catch {}
    history.replaceState(null, "", location.pathname);
    if (returned.has("error")) say("The login has ended with " + returned.get("error") + ".");
    else if (!returned.has("code") || returned.get("state") !== begun.state) {
      say("This tab has begun no such login.");
    } else {
      for (const name of ["nonce", "codeVerifier"]) kept.set(name, String(begun[name]));
      kept.set("code", returned.get("code"));
    }
  }
  refresh();
})();
`;

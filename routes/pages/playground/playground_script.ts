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
  const kept = new Map();
  // What stands before the service takes it off.
  const base = document.body.dataset.base;
  let lastEntry = -1;
  const entryName = "aval-playground-entry";

  const nameClient = async () => {
    if (kept.has("client")) return;
    const name = "aval-playground-client";
    let known = null;
    try {
      known = sessionStorage.getItem(name);
    } catch {}
    if (known === null) {
      const answer = await fetch(base + "/playground/prospects", {
        method: "POST", headers: { "content-type": "application/json" }, body: "{}",
      });
      if (!answer.ok) throw new Error("The service answers " + answer.status);
      known = (await answer.json()).clientId;
      try {
        sessionStorage.setItem(name, known);
      } catch {}
    }
    kept.set("client", known);
  };

  const element = (name, text, attributes = {}) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    for (const [each, value] of Object.entries(attributes)) made.setAttribute(each, value);
    return made;
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
  const at = (value, pointer) =>
    pointer.split("/").slice(1).reduce((found, part) => found?.[part], value);
  const words = (value) => {
    if (value === undefined || value === null || value.length === 0) return "none";
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (typeof value !== "object") return String(value);
    if (Array.isArray(value)) return value.map(words).join(", ");
    const members = Object.entries(value);
    return members.some(([, each]) => each !== null && typeof each === "object")
      ? JSON.stringify(value)
      : members.map(([name, each]) => name + ": " + words(each)).join(", ");
  };
  const readable = (text) => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  };
  const quoted = (text) => "'" + text.replaceAll("'", "'\\\\''") + "'";

  const block = (title, text, copied = false) => {
    const made = element("div");
    made.append(element("h3", title));
    made.append(element("pre", text, { tabindex: "0", role: "group", "aria-label": title }));
    if (copied && navigator.clipboard !== undefined) {
      const button = element("button", "Copy", { type: "button", class: "copy", "aria-label": "Copy: " + title });
      button.addEventListener("click", () => navigator.clipboard.writeText(text).then(() => say("Copied.")));
      made.append(button);
    }
    return made;
  };
  const show = (title, parts) => {
    const made = element("details");
    made.append(element("summary", title), ...parts);
    wire.append(made);
    wire.hidden = false;
    return made;
  };
  const say = (text) => {
    status.textContent = text;
  };
  const tell = (label, value) => {
    came.querySelector("dl").append(element("dt", label), element("dd", words(value)));
    came.hidden = false;
  };

  const curlOf = (act, path, body) =>
    ["curl -s", act.method === "POST" && body === undefined ? "-X POST" : "",
      quoted(location.origin + base + path), "-H " + quoted("x-aval-sandbox-client: " + kept.get("client")),
      body === undefined ? "" : "-H 'content-type: application/json' -d " + quoted(body)]
      .filter((part) => part !== "").join(" ");
  const sdkOf = ({ method, args }) =>
    "await aval." + method + "(" + args.map((arg) => JSON.stringify(fill(arg), null, 1)
      .replaceAll(/\\n\\s*/g, " ")).join(", ") + ")";

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
  const showActing = (act, json) => {
    for (const { method, url, requestBody, status: code, answer } of json.exchanges) {
      show(act.says + ": " + method + " " + url.split("?")[0] + ", " + code, [
        block("Request", method + " " + url + (requestBody === null ? "" : "\\n\\n" + requestBody)),
        block("Answer", readable(answer)),
      ]);
    }
  };
  const draw = async (uri) => {
    const { json } = await send({ method: "POST" }, "/playground/qr", JSON.stringify({ text: uri }));
    const old = $("[data-drawn]");
    if (old !== null) old.remove();
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
  const perform = async (act) => {
    let done = await once(act);
    while (done.isGood && act.repeatsWhile &&
      at(done.json, act.repeatsWhile.pointer) === act.repeatsWhile.is) {
      say("Waiting for the wallet.");
      await new Promise((resolve) => setTimeout(resolve, 2000));
      done = await once(act);
    }
    const { path, body, answer, text, json, acted, isGood } = done;
    if (acted) showActing(act, json);
    else {
      show(act.says + ": " + act.method + " " + path.split("?")[0] + ", " + answer.status, [
        block("Request", act.method + " " + path + (body === undefined ? "" : "\\n\\n" + readable(body))),
        block("Answer", answer.status + "\\n\\n" + readable(text)),
        block("In a terminal", curlOf(act, path, body), true),
        ...(act.sdk ? [block("TypeScript client", sdkOf(act.sdk), true)] : []),
      ]);
    }
    for (const entry of json?.exchanges && json.auditEntries || []) showEntry(entry);
    if (!isGood) throw new Error(json?.message ?? "The service answers " + answer.status);
    if (acted && json.stopped !== null) throw new Error(json.stopped);
    for (const [name, pointer] of Object.entries(act.keeps ?? {})) {
      const value = at(json, pointer);
      if (value !== undefined && value !== null) kept.set(name, String(value));
    }
    if (act.keepsLink) {
      const link = /<([^>]*)>/.exec(answer.headers.get("link") ?? "");
      if (link !== null) kept.set(act.keepsLink, new URL(link[1]).pathname.slice(base.length));
    }
    for (const [label, pointer] of Object.entries(act.shows ?? {})) tell(label, at(json, pointer));
    if (act.draws) await draw(kept.get(act.draws));
  };
  const showEntry = (entry) =>
    show("Audit entry " + entry.seq + ": " + entry.event.kind, [
      block("Entry", JSON.stringify(entry, null, 2)),
    ]);
  // Entries of another page of this tab were shown there.
  try {
    lastEntry = Number(sessionStorage.getItem(entryName) ?? -1);
  } catch {}
  const showEntries = async () => {
    const { json } = await send({ method: "GET" }, "/v1/screen/gdpr/export");
    const entries = json?.auditEntries ?? [];
    // A sandbox that has begun anew counts from one.
    if ((entries.at(-1)?.seq ?? 0) < lastEntry) lastEntry = -1;
    for (const entry of entries) {
      if (entry.seq <= lastEntry) continue;
      lastEntry = entry.seq;
      if (entry.event.kind !== "GDPR_EXPORTED") showEntry(entry);
    }
    try {
      sessionStorage.setItem(entryName, String(lastEntry));
    } catch {}
  };

  const refresh = () => {
    for (const form of forms) form.hidden = form.dataset.needs !== "" && !kept.has(form.dataset.needs);
  };
  const run = async (form) => {
    const button = form.querySelector("button");
    for (const [name, value] of new FormData(form)) kept.set(name, String(value));
    button.disabled = true;
    say("Running.");
    came.querySelector("dl").replaceChildren();
    came.hidden = true;
    let count = 0;
    try {
      await nameClient();
      for (const act of JSON.parse(form.dataset.acts)) {
        await perform(act);
        count++;
      }
      await showEntries();
      say("Done: " + count + (count === 1 ? " request" : " requests") + ", shown below.");
    } catch (fault) {
      say("It stopped: " + fault.message);
    }
    button.disabled = false;
    refresh();
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
      await nameClient();
      const { json } = await send({ method: "POST" }, "/playground/login/begun", "{}");
      if (!json?.authorizeUrl) return say("The login cannot be begun.");
      try {
        sessionStorage.setItem("aval-playground-login", JSON.stringify(json));
      } catch {
        return say("Your browser keeps nothing for this page: the login needs that.");
      }
      location.assign(json.authorizeUrl);
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

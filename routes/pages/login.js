/**
 * The script of the login page. It polls the state of the login until the login is over, shows it,
 * and goes to the relying party once the wallet has answered.
 *
 * Polling continues after a lost connection and after any fault of the server. A 429 or 503 is
 * followed by the pause that it requests, even if the page becomes visible meanwhile.
 */

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const live = /** @type {HTMLElement} */ (document.querySelector("[role=status]"));
const goOn = /** @type {HTMLAnchorElement} */ (document.querySelector("[data-continue]"));
const parts = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-in]")]);
let over = main.dataset.state !== "pending";
let busy = false;
let held = false;
let misses = 0;
let timer = 0;

/** @param {string | undefined} text */
function say(text = "") {
  if (live.textContent !== text) live.textContent = text;
}
/** @param {string} state */
function show(state) {
  const focused = document.activeElement;
  main.dataset.state = state;
  for (const part of parts) part.hidden = !part.dataset.in?.split(" ").includes(state);
  say(live.dataset[state]);
  if (parts.some((part) => part.hidden && part.contains(focused))) {
    parts.find((one) => !one.hidden)?.querySelector("a")?.focus();
  }
}
/** @param {string} state */
function finish(state) {
  over = true;
  show(state);
}
/** @param {{ status: string, redirectTo?: string }} answer */
function take({ status, redirectTo }) {
  if (status === "pending") show("pending");
  else if (status === "failed" || status === "expired") finish(status);
  else if (status !== "completed") throw new Error("unknown status");
  else if (!redirectTo) finish("used");
  else {
    goOn.href = redirectTo;
    finish("completed");
    location.replace(redirectTo);
  }
  misses = 0;
}
function miss() {
  if (++misses > 2) say(live.dataset.offline);
}
async function poll() {
  if (over || busy || held) return;
  busy = true;
  clearTimeout(timer);
  let seconds = 2;
  try {
    const answer = await fetch(main.dataset.statusUrl ?? "", {
      headers: { accept: "application/json" },
      cache: "no-store",
      signal: AbortSignal.timeout(20000),
    });
    if (answer.ok) take(await answer.json());
    else if (answer.status === 404) {
      finish("expired");
      say(live.dataset.lost);
    } else if (answer.status === 429 || answer.status === 503) {
      held = true;
      const asked = parseInt(answer.headers.get("retry-after") ?? "");
      seconds = Math.min(Math.max(isNaN(asked) ? 10 : asked, seconds), 3600);
    } else miss();
  } catch {
    miss();
  }
  busy = false;
  if (!over) timer = setTimeout(resume, seconds * 1000);
}
function resume() {
  held = false;
  poll();
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) poll();
});
addEventListener("online", poll);
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  over = false;
  poll();
});
if (!over) timer = setTimeout(poll, 2000);

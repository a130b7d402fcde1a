/**
 * The script of books. It reads a file and posts it as it is, keeps it while its columns are chosen, and
 * looks how far a book has come. Without it a table is pasted, and a link looks again.
 */

/** Milliseconds between looks, and looks until a page that was left open stops: 20 minutes. */
const [lookMilliseconds, looksMax] = [2_000, 600];

/** The file that was chosen, until its book is begun. @type {File | null} */
let held = null;
/** @type {number | undefined} */
let looking;
let looks = 0;

/** @param {string} selector @returns {HTMLElement | null} */
const part = (selector) => document.querySelector(selector);

/** Says what is wrong with a file, beside it. @param {string} text */
function complain(text) {
  const problem = part("[data-problem]");
  if (problem === null) return;
  problem.textContent = text;
  problem.hidden = text === "";
}

/**
 * Posts the file that is held, and shows the page that answers.
 *
 * @param {string} action
 * @param {HTMLFormElement} form its token, and the columns that it chooses
 * @param {(html: string, address: string | null) => boolean} put shows a page
 */
async function postFile(action, form, put) {
  if (held === null) return complain("The file is gone: choose it again.");
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const chosen = fields.filter(([name]) => name !== "formToken" && name !== "table");
  const token = fields.find(([name]) => name === "formToken")?.[1] ?? "";
  complain("");
  try {
    const answer = await fetch(`${action}?${new URLSearchParams(chosen)}`, {
      method: "POST",
      headers: {
        accept: "text/html",
        "content-type": /\.(ndjson|jsonl)$/i.test(held.name) ? "application/x-ndjson" : "text/csv",
        "x-aval-form-token": token,
      },
      body: held,
    });
    const html = await answer.text();
    if (answer.ok && put(html, answer.redirected ? answer.url : null)) return;
    const page = new DOMParser().parseFromString(html, "text/html");
    complain(page.querySelector("[data-message]")?.textContent ?? "The file was not taken.");
  } catch {
    complain("The service was not reached: try again.");
  }
}

/**
 * Takes files and looks after books that run, on each page that is shown.
 *
 * @param {(html: string, address: string | null) => boolean} put shows a page
 */
export function openBooks(put) {
  const submitted = (/** @type {SubmitEvent} */ event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset["start"] === undefined) return;
    event.preventDefault();
    const button = event.submitter;
    const again = button instanceof HTMLButtonElement && button.dataset["again"] !== undefined;
    void postFile(again ? button.formAction : form.action, form, put);
  };
  /** @param {HTMLFormElement} form @param {File | undefined} file */
  const take = (form, file) => {
    if (file === undefined) return;
    const bytesMax = Number(form.dataset["bytesMax"]);
    if (file.size > bytesMax) {
      return complain(`The file has more than ${Math.floor(bytesMax / 1_048_576)} MiB: divide it.`);
    }
    held = file;
    void postFile(form.action, form, put);
  };
  const formOf = (/** @type {EventTarget | null} */ target) => {
    const form = target instanceof Element ? target.closest("form") : null;
    return form?.dataset["book"] === undefined ? null : form;
  };
  document.addEventListener("submit", submitted);
  document.addEventListener("change", ({ target }) => {
    const form = formOf(target);
    if (form !== null && target instanceof HTMLInputElement) take(form, target.files?.[0]);
  });
  document.addEventListener("dragover", (event) => {
    if (formOf(event.target) !== null) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const form = formOf(event.target);
    if (form === null) return;
    event.preventDefault();
    take(form, event.dataTransfer?.files[0]);
  });
}

/** What a page of books begins with. */
export function beginBooks() {
  const file = part("[data-file]");
  if (file !== null) file.hidden = false;
  clearTimeout(looking);
  looks = 0;
  if (part("[data-poll]") !== null) looking = setTimeout(look, lookMilliseconds);
}

/** Looks how far the book has come, and renews what the page says of it. */
async function look() {
  const address = location.href;
  const answer = await fetch(address, { headers: { accept: "text/html" } }).catch(() => null);
  if (location.href !== address) return;
  // Its session is over: a login leads back.
  if (answer?.redirected === true) return location.assign(address);
  if (answer?.ok === true) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const live of document.querySelectorAll("[data-live]")) {
      const next = page.querySelector(`[data-live="${live.getAttribute("data-live")}"]`);
      // What has the focus stays.
      if (next !== null && !live.contains(document.activeElement)) live.replaceWith(next);
    }
  }
  if (part("[data-poll]") === null) return;
  if (++looks < looksMax) looking = setTimeout(look, lookMilliseconds);
  else for (const one of document.querySelectorAll("[data-paused]")) one.removeAttribute("hidden");
}

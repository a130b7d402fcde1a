/** Parts of a story's page, and the values that its script keeps for a prospect. */

/** @param {string} selector */
export const $ = (selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector));
/** @param {string} selector */
export const part = (selector) => /** @type {HTMLElement} */ ($(selector));

export const forms = /** @type {HTMLFormElement[]} */ ([
  ...document.querySelectorAll("form[data-acts]"),
]);
export const came = part("[data-came]");
export const wire = part("[data-wire]");
export const stopper = part("[data-stop]");
const status = part("[role=status]");

/** @type {Map<string, string>} */
export const kept = new Map();

/** The path that a proxy removes before the service. */
export const base = document.body.dataset.base ?? "";

/** @param {string} text */
export function say(text) {
  if (status.textContent !== text) status.textContent = text;
}

/**
 * @param {string} name
 * @param {string} [text]
 * @param {Readonly<Record<string, string>>} [attributes]
 */
export function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [each, value] of Object.entries(attributes)) made.setAttribute(each, value);
  return made;
}

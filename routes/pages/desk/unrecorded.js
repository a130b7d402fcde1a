/**
 * Judgements that the service has refused, or whose answer no page has seen. They are kept in the
 * storage of the tab, with what was typed, until they are judged again, dismissed, or the person logs
 * out. The data of a customer are not among them.
 */

/**
 * A judgement as it is kept.
 *
 * @typedef {object} Kept
 * @property {string} decisionId
 * @property {string} address of its page
 * @property {string} words what was judged
 * @property {string} body the fields of its form
 * @property {string} lead what has become of it
 * @property {string} why
 * @property {boolean} isOld whether by an old login
 */

const place = "aval-desk-unrecorded";

/** Who is logged in: what another person has typed is not shown. */
const person = () =>
  document.querySelector('form[action$="/desk/logout"] bdi')?.textContent?.trim() ?? "";

/** @returns {Kept[]} */
function stored() {
  try {
    const { by, items } = JSON.parse(sessionStorage.getItem(place) ?? "{}");
    return by === person() && Array.isArray(items) ? items : [];
  } catch {
    return [];
  }
}

/** The oldest first. */
let items = stored();

export const unrecorded = () => items;

/** @param {string} decisionId */
export const unrecordedOf = (decisionId) => items.find((one) => one.decisionId === decisionId);

/** @param {Kept[]} next */
function store(next) {
  items = next;
  try {
    if (items.length === 0) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, JSON.stringify({ by: person(), items }));
  } catch {
    // Without storage they last as long as the page.
  }
}

/** Keeps one, in place of an earlier one of the same match. @param {Kept} one */
export function keepUnrecorded({ decisionId, address, words, body, lead, why, isOld }) {
  const fields = new URLSearchParams(body);
  fields.delete("formToken");
  const kept = { decisionId, address, words, body: fields.toString(), lead, why, isOld };
  store([...items.filter((other) => other.decisionId !== decisionId), kept]);
}

/** @param {string} decisionId */
export function dropUnrecorded(decisionId) {
  if (unrecordedOf(decisionId) === undefined) return;
  store(items.filter((one) => one.decisionId !== decisionId));
}

export function dropAllUnrecorded() {
  store([]);
}

/** Fills a form with what was typed into it before. @param {HTMLFormElement} form @param {string} body */
export function fillForm(form, body) {
  for (const [name, value] of new URLSearchParams(body)) {
    const field = form.elements.namedItem(name);
    if (name !== "formToken" && field !== null && "value" in field) field.value = value;
  }
  for (const folded of form.querySelectorAll("details")) folded.open = true;
}

/**
 * The login page's script: a link has its token behind the #, which no server and no log sees. It is
 * posted, and taken out of the address and the history.
 */
const token = location.hash.slice(1);
const field = /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=token]"));
if (token !== "" && field !== null) {
  history.replaceState(null, "", location.pathname + location.search);
  field.value = token;
  field.form?.submit();
}

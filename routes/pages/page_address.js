/**
 * The address of a page, as a browser keeps it: a refused form is answered at the address of its act,
 * where no page is, and an address that says an act is done would say so again.
 */
export function settleAddress() {
  const page = document.querySelector("a[data-page]");
  if (page instanceof HTMLAnchorElement) history.replaceState(null, "", page.href);
  if (location.hash === "#done") {
    history.replaceState(null, "", location.pathname + location.search);
  }
}

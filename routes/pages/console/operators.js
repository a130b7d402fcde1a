/**
 * The console's script: where work goes on, it takes the part that changes from the same page again, until
 * nothing of it waits any more. Without it, a link of that part opens the page again.
 */
import { settleAddress } from "../page_address.js";

const seconds = 2;
const part = "[data-waits]";

/** Puts the part as it stands now in the place of the one that is shown. */
async function lookAgain() {
  const shown = document.querySelector(part);
  if (shown === null) return;
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    // A session that has ended leads to the login.
    if (!answer.ok || answer.redirected) return location.reload();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.querySelector(`#${shown.id}`);
    if (next === null || !next.matches(part)) return location.reload();
    shown.replaceWith(document.adoptNode(next));
  } catch {
    // The service does not answer: it is asked again.
  }
  setTimeout(lookAgain, seconds * 1_000);
}

settleAddress();
setTimeout(lookAgain, seconds * 1_000);

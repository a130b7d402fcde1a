import { renderSVG } from "uqr";

/** Data about a visitor for the shop's pages. */
export interface Visitor {
  /** Subject of the id_token; null without a login. */
  readonly subject: string | null;
}

/** The state of an order. */
export type OrderState = "waiting" | "sold" | "too_young" | "failed" | "unknown";

const words: Readonly<Record<OrderState, string>> = {
  waiting: "Show your age with your wallet: scan the code, or open the link.",
  sold: "Sold. Your wallet has shown that you are 18 or older, and nothing else.",
  too_young: "Not sold: you must be 18 or older.",
  failed: "Your age was not proved in time, or the wallet refused. Please try again.",
  unknown:
    "We cannot see now whether your age was proved. Your order is kept: load this page again.",
};

/** The start of the shop. */
export function homePage({ subject }: Visitor): string {
  const who = subject === null
    ? `<p><a href="/login">Log in with your wallet</a></p>`
    : `<p>You are logged in. You are <code>${escape(subject)}</code> here, and nobody else knows
       you by that name.</p>`;
  return page(
    "A small shop",
    `${who}
    <form method="post" action="/orders"><button>Buy a bottle of wine</button></form>`,
  );
}

/** An order. While it waits, the page loads itself again: no script is needed. */
export function orderPage(state: OrderState, walletUri: string): string {
  const wallet = state !== "waiting" ? `<p><a href="/">Back to the shop</a></p>` : `
    <p><img alt="QR code for your wallet" src="data:image/svg+xml,${
    encodeURIComponent(renderSVG(walletUri))
  }" width="320" height="320"></p>
    <p><a href="${escape(walletUri)}">Open the wallet on this device</a></p>`;
  return page("Your order", `<p role="status">${words[state]}</p>${wallet}`, {
    again: state === "waiting",
  });
}

/** Anything that went wrong, without a reason that only the shop's log is for. */
export function problemPage(problem: string): string {
  return page("That did not work", `<p>${escape(problem)}</p><p><a href="/">Start again</a></p>`);
}

function page(title: string, body: string, { again = false } = {}): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${again ? `<meta http-equiv="refresh" content="2">` : ""}
<title>${escape(title)}</title>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}

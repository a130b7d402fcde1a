/** A page, and the policy that a browser holds it to. */
export interface RenderedPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/**
 * Renders a refusal or a fault as a page, for routes that a browser opens.
 *
 * @param message a public message: what is wrong, and the remedy
 */
export function renderErrorPage(message: string): RenderedPage {
  return {
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>aval</title></head>
<body><main><h1>This request cannot be answered</h1><p>${
      escapeHtml(message)
    }</p></main></body></html>
`,
    contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

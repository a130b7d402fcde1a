import { html } from "hono/html";
import type { Html } from "../../html/layout.ts";
import { quickJudgements } from "./judgement_form.ts";

/** The keys of the desk, which its script listens to. */
export function renderKeys(): Html {
  const keys = [
    ["j k", "the next row, the one before"],
    ["Enter", "open the match"],
    ...quickJudgements.map(({ words }, at) => [String(at + 1), words]),
    ["u", "take the judgement back that is not sent yet"],
    ["?", "show the keys"],
  ];
  return html`
    <details data-keys="">
      <summary>Keys</summary>
      <dl>${keys.map(([key, words]) =>
        html`
          <dt><kbd>${key}</kbd></dt>
          <dd>${words}</dd>
        `
      )}</dl>
    </details>
  `;
}

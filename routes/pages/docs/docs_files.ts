import { browserScript } from "../browser_script.ts";
import { type StaticFile, staticFile } from "../static_file.ts";
import finding from "./find_entries.js" with { type: "text" };
import page from "./search.js" with { type: "text" };
import wording from "./search_words.js" with { type: "text" };

/** Files that every page of the documentation loads. */
export interface DocsFiles {
  readonly style: StaticFile;
  /** Of the search alone. */
  readonly script: StaticFile;
}

/** Their addresses are made of their bytes. */
export async function makeDocsFiles(): Promise<DocsFiles> {
  const script = browserScript(wording, finding, page);
  return {
    style: await staticFile("/docs/files", "docs.css", docsStyle),
    script: await staticFile("/docs/files", "search.js", script),
  };
}

/** Rows as cards, each cell below the words of its column, in a box up to a width. */
function stacked(width: string, tables: string): string {
  return `@container (max-width: ${width}) {
  ${tables}, ${tables} :is(tbody, tr, td) { display: block; }
  ${tables} thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  ${tables} tr { border: 1px solid var(--line); border-radius: .4rem; padding: .25rem .75rem; margin: 0 0 .75rem; }
  ${tables} td { border: 0; padding: .25rem 0; text-align: start; overflow-wrap: anywhere; }
  ${tables} td:empty { display: none; }
  ${tables} td[data-label]::before { content: attr(data-label); display: block; font-size: .85em; font-weight: bold; }
}`;
}

/** Readable at 320 px and in dark; without motion, picture or font that is loaded. */
const docsStyle =
  `:root { color-scheme: light dark; --paper: #fafaf7; --ink: #14213d; --faint: #eeeee8; --link: #0b6e4f; --line: #c3c7cf; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1c2022; --ink: #e4e6e6; --faint: #262b2e; --link: #6fd6b0; --line: #4a5053; }
}
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: 100%/1.55 system-ui, sans-serif; scroll-padding-top: 1rem; }
body { margin: 0; overflow-wrap: break-word; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
.skip { position: absolute; inset-inline-start: -100vw; }
.skip:focus { inset-inline-start: 0; background: var(--paper); padding: .5rem; }
.top { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
.top a:first-child { font-weight: bold; }
.page { display: grid; gap: 0 2rem; max-width: 84rem; margin: 0 auto; padding: 0 1rem 4rem; }
main { min-width: 0; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { margin: .2rem 0; }
nav .group { font-weight: bold; margin: 1rem 0 .25rem; }
.side { display: none; }
h1 { font-size: 2rem; line-height: 1.2; }
h2 { font-size: 1.5rem; line-height: 1.25; margin-top: 2.5rem; }
h3 { font-size: 1.15rem; margin-top: 2rem; }
code { font: .9em ui-monospace, monospace; background: var(--faint); border-radius: .2rem; padding: 0 .2em; }
.wide { --box: var(--paper); overflow-x: auto; margin: 0 0 1rem; background: linear-gradient(to right, var(--box) 50%, transparent) left / 2rem 100% no-repeat local, linear-gradient(to left, var(--box) 50%, transparent) right / 2rem 100% no-repeat local, linear-gradient(to right, var(--line), transparent) left / .6rem 100% no-repeat scroll, linear-gradient(to left, var(--line), transparent) right / .6rem 100% no-repeat scroll, var(--box); }
div.wide { container-type: inline-size; }
pre.wide { --box: var(--faint); border-radius: .4rem; padding: .75rem 1rem; }
pre code { background: none; padding: 0; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .75rem .35rem 0; text-align: start; vertical-align: top; }
.right { text-align: end; }
${stacked("36rem", "table")}
${stacked("68rem", ".many table")}
@container (min-width: 36rem) and (max-width: 68rem) {
  .many table tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 0 1.5rem; }
}
tr:target, :target { background: var(--faint); }
.find { font: inherit; width: 100%; max-width: 32rem; padding: .5rem .75rem; color: inherit; background: var(--paper); border: 1px solid var(--ink); border-radius: .4rem; }
.results { padding-inline-start: 1.25rem; }
.results li { margin: .75rem 0; }
.results p { margin: 0; }
summary { padding: .25rem 0; cursor: pointer; }
mark { background: none; color: inherit; font-weight: bold; text-decoration: underline; }
[aria-current] { font-weight: bold; color: inherit; }
[hidden] { display: none !important; }
@media (min-width: 60rem) {
  .page { grid-template-columns: 15rem minmax(0, 1fr); }
  .side { display: block; }
  .below { display: none; }
}
`;

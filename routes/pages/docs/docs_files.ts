import { type StaticFile, staticFile } from "../static_file.ts";

/** Files that every page of the documentation loads. */
export interface DocsFiles {
  readonly style: StaticFile;
  /** Of the search alone. */
  readonly script: StaticFile;
}

/** Their addresses are made of their bytes. */
export async function makeDocsFiles(): Promise<DocsFiles> {
  return {
    style: await staticFile("/docs/files", "docs.css", docsStyle),
    script: await staticFile("/docs/files", "search.js", searchScript),
  };
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
.wide { overflow-x: auto; margin: 0 0 1rem; }
pre.wide { background: var(--faint); border-radius: .4rem; padding: .75rem 1rem; }
pre code { background: none; padding: 0; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .75rem .35rem 0; text-align: start; vertical-align: top; }
.right { text-align: end; }
tr:target, :target { background: var(--faint); }
.find { font: inherit; width: 100%; max-width: 32rem; padding: .5rem .75rem; color: inherit; background: var(--paper); border: 1px solid var(--ink); border-radius: .4rem; }
.results li { margin: .3rem 0; }
[hidden] { display: none !important; }
@media (min-width: 60rem) {
  .page { grid-template-columns: 15rem minmax(0, 1fr); }
  .side { display: block; }
  .below { display: none; }
}
`;

/** Filters the entries of the page by what is typed; every word must be in one. It asks no server. */
const searchScript = `"use strict";
const field = document.querySelector("input");
const state = document.querySelector("[role=status]");
const entries = [...document.querySelectorAll("[data-entry]")];
const find = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
  let found = 0;
  for (const entry of entries) {
    const text = entry.textContent.toLowerCase();
    entry.hidden = !words.every((word) => text.includes(word));
    if (!entry.hidden) found++;
  }
  state.textContent = words.length === 0 ? "" : found + (found === 1 ? " entry" : " entries");
};
document.querySelector("[data-search]").hidden = false;
field.addEventListener("input", find);
field.value = decodeURIComponent(location.hash.slice(1));
field.focus();
find();
`;

import { browserScript } from "../browser_script.ts";
import { type StaticFile, staticFile } from "../static_file.ts";
import page from "./page.js" with { type: "text" };
import acting from "./playground.js" with { type: "text" };
import { playgroundWords } from "./playground_words.ts";
import readings from "./readings.js" with { type: "text" };
import requests from "./requests.js" with { type: "text" };
import wire from "./wire.js" with { type: "text" };

/** Files that the pages of the playground load. */
export interface PlaygroundFiles {
  readonly style: StaticFile;
  readonly script: StaticFile;
}

/** Their addresses are made of their bytes. */
export async function makePlaygroundFiles(): Promise<PlaygroundFiles> {
  const words = `const words = ${JSON.stringify(playgroundWords)};\n`;
  const script = browserScript(words, page, readings, requests, wire, acting);
  return {
    style: await staticFile("/playground/files", "playground.css", playgroundStyle),
    script: await staticFile("/playground/files", "playground.js", script),
  };
}

/** Readable at 320 px and in dark; without motion, picture or font that is loaded. */
const playgroundStyle =
  `:root { color-scheme: light dark; --paper: #fafaf7; --ink: #14213d; --faint: #eeeee8; --accent: #0b6e4f; --link: #0b6e4f; --line: #8a91a0; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1c2022; --ink: #e4e6e6; --faint: #262b2e; --accent: #14735a; --link: #6fd6b0; --line: #8d9496; }
}
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: 100%/1.55 system-ui, sans-serif; }
body { margin: 0; overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
.skip { position: absolute; inset-inline-start: -100vw; }
.skip:focus { inset-inline-start: 0; background: var(--paper); padding: .5rem; }
.top { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
.top a:first-child { font-weight: bold; }
main { max-width: 52rem; margin: 0 auto; padding: 0 1rem 4rem; }
h1 { font-size: 2rem; line-height: 1.2; }
h2 { font-size: 1.4rem; line-height: 1.25; margin: 2rem 0 .75rem; }
h3, h4 { font-size: 1rem; margin: 1rem 0 .25rem; }
.stories li { margin: 0 0 1rem; }
form { margin: 1.25rem 0; }
label { display: block; font-weight: bold; }
input, select, button { font: inherit; }
input, select { width: 100%; max-width: 32rem; padding: .5rem .75rem; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .4rem; }
small { display: block; }
button { padding: .65rem 1.1rem; border: 0; border-radius: .5rem; background: var(--accent); color: #fff; font-weight: bold; cursor: pointer; }
button:disabled { background: var(--faint); color: var(--ink); cursor: default; }
button.copy { padding: .15rem .5rem; font-size: .85rem; font-weight: normal; background: var(--faint); color: var(--ink); border: 1px solid var(--line); }
th, td { text-align: start; vertical-align: top; padding: 0 .75rem .15rem 0; }
dd table { border-collapse: collapse; margin: 0 0 .5rem; }
dd ul { margin: 0; padding-inline-start: 1.1rem; }
[role=status] { font-weight: bold; min-height: 1.55em; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) minmax(0, 1fr); gap: .25rem 1rem; }
dt { font-weight: bold; }
dd { margin: 0; }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .5rem 0; padding: .5rem .75rem; }
summary { cursor: pointer; }
code, pre { font: .9em/1.5 ui-monospace, monospace; }
pre { background: var(--faint); border-radius: .4rem; margin: 0; padding: .5rem .75rem; max-height: 24rem; overflow: auto; white-space: pre-wrap; }
.note { border-inline-start: 4px solid var(--line); padding-inline-start: 1rem; }
.qr { display: block; background: #fff; max-width: 100%; image-rendering: pixelated; }
[hidden] { display: none !important; }
@media (max-width: 30rem) { dl { grid-template-columns: minmax(0, 1fr); } dd { margin-bottom: .5rem; } dd table { width: 100%; table-layout: fixed; } }
`;

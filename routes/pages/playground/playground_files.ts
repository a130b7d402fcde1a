import { browserScript } from "../browser_script.ts";
import { staticFile } from "../static_file.ts";
import drawings from "./drawings.js" with { type: "text" };
import page from "./page.js" with { type: "text" };
import acting from "./playground.js" with { type: "text" };
import phone from "./phone.js" with { type: "text" };
import { playgroundWords } from "./playground_words.ts";
import readings from "./readings.js" with { type: "text" };
import requests from "./requests.js" with { type: "text" };
import wire from "./wire.js" with { type: "text" };

const words = `const words = ${JSON.stringify(playgroundWords)};\n`;

/** The script of a story. */
export const scriptFile = staticFile(
  "/playground/files",
  "playground.js",
  browserScript(words, page, readings, drawings, phone, requests, wire, acting),
);

import { html, raw } from "hono/html";
import type { Html } from "./layout.ts";
import { qrPath } from "./qr_path.ts";

/**
 * CSS pixels of a module where there is room: below 4, readers fail on a screen of a pixel each. In a
 * narrower window the code takes its whole width, since a telephone has two or three pixels for each.
 */
const modulePixels = 4;

/**
 * Draws a text as a QR code: dark on white whatever the page's colours are, and never wider than
 * the window.
 *
 * @param label what the picture is, for those who do not see it
 * @returns null for a text that no QR code holds
 */
export function qrCode(text: string, label: string): Html | null {
  const code = qrPath(text);
  if (code === null) return null;
  const { size, path } = code;
  const pixels = size * modulePixels;
  return html`
    <div class="qr" role="group" aria-label="QR code" tabindex="0">
      <svg xmlns="http://www.w3.org/2000/svg" role="img"
        aria-label="${label}" width="${pixels}"
        height="${pixels}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
        <rect width="${size}" height="${size}" fill="#fff" />
        <path stroke="#000" d="${raw(path)}" />
      </svg>
    </div>
  `;
}

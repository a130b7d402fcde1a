import { html, raw } from "hono/html";
import type { Html } from "../html/layout.ts";
import { qrPath } from "./qr_path.ts";

/**
 * CSS pixels of a module where there is space. Below 4, readers fail on a screen with one device
 * pixel for each. In a narrower window the code fills the width: telephones have two or three
 * device pixels for each.
 */
const modulePixels = 4;

/**
 * Draws a text as a QR code: dark on white in every colour scheme, and never wider than the window.
 *
 * @param label description of the picture for people who cannot see it
 * @returns null if the text is too long for a QR code
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

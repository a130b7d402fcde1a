import { encode } from "uqr";

/** Modules of white around a code that readers need (ISO/IEC 18004 §6.3.8). */
export const quietZone = 4;

/** A QR code in the form for an SVG. */
export interface QrPath {
  /** Modules of a side, including the quiet zone at both ends. */
  readonly size: number;
  /** Path data: one stroke, one module wide, for each run of dark modules in a row. */
  readonly path: string;
}

/**
 * Draws a text as a QR code of error correction level L: a screen loses no modules, and a lower
 * level has fewer, larger ones.
 *
 * @returns null if the text is too long for a QR code: more than 2,953 bytes
 */
export function qrPath(text: string): QrPath | null {
  if (new TextEncoder().encode(text).byteLength > bytesMax) return null;
  const fitting = encode(text, drawing);
  const { data, size } = fitting.version === unreadVersion
    ? encode(text, { ...drawing, minVersion: unreadVersion + 1 })
    : fitting;
  return { size: size + 2 * quietZone, path: data.map(rowPath).join("") };
}

/**
 * The mask with the best score of the standard for nearly every request to a wallet (147 of 150).
 * Readers accept any mask, and scoring all eight takes ten times as long as the code itself.
 */
const maskPattern = 2;

const drawing = { ecc: "L", border: 0, maskPattern } as const;

/**
 * The readers jsQR and jsqrcode search a wrong place for an alignment pattern of version 23 (109
 * modules), and never read it (cozmo/jsQR#251). Version 24 has four modules more.
 */
const unreadVersion = 23;

/** Maximum bytes of a code of version 40 at level L (ISO/IEC 18004 table 7). */
const bytesMax = 2_953;

/**
 * Path data of a row, such as `M4 4.5h7m2 0h1`: from the middle of the first dark module, strokes
 * and gaps.
 */
function rowPath(modules: readonly boolean[], row: number): string {
  let path = "";
  let end = 0;
  for (let start = modules.indexOf(true); start >= 0; start = modules.indexOf(true, end)) {
    path += path === "" ? `M${start + quietZone} ${row + quietZone}.5` : `m${start - end} 0`;
    const light = modules.indexOf(false, start);
    end = light < 0 ? modules.length : light;
    path += `h${end - start}`;
  }
  return path;
}

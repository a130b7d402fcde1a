import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { qrPath } from "../../routes/pages/qr_path.ts";
import { decodeQrCode } from "./chromium.ts";

/** Device pixels of a module. */
const scale = 4;

/** Draws path data of horizontal strokes, black on white. */
function draw({ size, path }: { readonly size: number; readonly path: string }): Uint8ClampedArray {
  const width = size * scale;
  const rgba = new Uint8ClampedArray(width * width * 4).fill(255);
  let [x, y] = [0, 0];
  for (const [, toX, toY, gap, length] of path.matchAll(/M(\d+) (\d+)\.5|m(\d+) 0|h(\d+)/g)) {
    if (toX !== undefined) [x, y] = [Number(toX), Number(toY)];
    else if (gap !== undefined) x += Number(gap);
    else {
      for (let row = y * scale; row < (y + 1) * scale; row++) {
        for (let column = x * scale; column < (x + Number(length)) * scale; column++) {
          rgba.fill(0, 4 * (row * width + column), 4 * (row * width + column) + 3);
        }
      }
      x += Number(length);
    }
  }
  return rgba;
}

function read(text: string): string | null {
  const drawn = qrPath(text);
  assert(drawn !== null);
  const width = drawn.size * scale;
  return decodeQrCode(draw(drawn), width, width);
}

/** Text without repeated patterns, the same in every run. */
function scattered(length: number): string {
  const digest = createHash("shake256", { outputLength: length }).update(`${length}`).digest();
  return digest.toString("base64url").slice(0, length);
}

Deno.test("another's reader takes from qrPath() what was drawn, at the lengths of requests", () => {
  for (let length = 20; length <= 1_300; length += 40) {
    const uri = `openid4vp://authorize?nonce=${scattered(length)}`;
    assert.equal(read(uri), uri);
  }
});

Deno.test("another's reader takes texts of one letter, and of any script, from qrPath()", () => {
  for (
    const text of ["a".repeat(600), "0".repeat(1_000), "%20".repeat(200), "Größe 東京 🔑 שלום"]
  ) {
    assert.equal(read(text), text);
  }
});

import { inflateSync } from "node:zlib";
import {
  allowReading,
  type PdfBudget,
  type PdfCursor,
  skipBlanks,
  skipSpace,
  takeKeyword,
} from "./pdf_token.ts";
import { broken, type PdfEntries, type PdfValue, tooMuch } from "./pdf_value.ts";

/**
 * Reads the bytes of the stream whose dictionary ends at the cursor (ISO 32000-2 §7.3.8).
 *
 * @param length the resolved value of `Length`
 * @throws PdfError
 */
export function takeStream(cursor: PdfCursor, length: PdfValue): Uint8Array {
  const { bytes } = cursor;
  skipSpace(cursor);
  if (!takeKeyword(cursor, "stream")) broken("expected a stream");
  if (bytes[cursor.at] === 13) cursor.at++;
  if (bytes[cursor.at] !== 10) broken("a stream does not begin on a line of its own");
  const start = cursor.at + 1;
  if (length.kind !== "number" || !Number.isSafeInteger(length.value) || length.value < 0) {
    broken("a stream has no length");
  }
  cursor.at = start + length.value;
  skipBlanks(cursor);
  if (!takeKeyword(cursor, "endstream")) broken("a stream does not end at its stated length");
  return bytes.subarray(start, start + length.value);
}

/**
 * Decodes a structural stream: uncompressed, or compressed by `FlateDecode` alone.
 *
 * @param resolve resolves the references of entries
 * @throws PdfError
 */
export function decodeStream(
  data: Uint8Array,
  entries: PdfEntries,
  budget: PdfBudget,
  resolve: (value: PdfValue | undefined) => PdfValue,
): Uint8Array {
  const filter = onlyOne(resolve(entries.get("Filter")), resolve);
  if (filter.kind === "null") return spend(data, budget);
  if (filter.kind !== "name" || filter.name !== "FlateDecode") {
    broken("a stream of structure has another filter than FlateDecode");
  }
  const inflated = spend(inflate(data, budget.inflationLeft), budget);
  const parameters = onlyOne(resolve(entries.get("DecodeParms")), resolve);
  if (parameters.kind !== "dictionary") return inflated;
  const numberOf = (name: string, otherwise: number) => {
    const value = resolve(parameters.entries.get(name));
    return value.kind === "number" ? value.value : otherwise;
  };
  if (numberOf("Predictor", 1) === 1) return inflated;
  const bits = numberOf("Colors", 1) * numberOf("BitsPerComponent", 8);
  if (numberOf("Predictor", 1) < 10 || bits !== 8) broken("a stream has a predictor of images");
  return undoPrediction(inflated, numberOf("Columns", 1));
}

/** Unwraps filters and their parameters from an array of one. */
function onlyOne(value: PdfValue, resolve: (value: PdfValue | undefined) => PdfValue): PdfValue {
  if (value.kind !== "array") return value;
  if (value.items.length > 1) broken("a stream of structure has several filters");
  return resolve(value.items[0]);
}

function spend(bytes: Uint8Array, budget: PdfBudget): Uint8Array {
  if (bytes.length > budget.inflationLeft) tooMuch("its streams are too large");
  budget.inflationLeft -= bytes.length;
  allowReading(budget, bytes);
  return bytes;
}

function inflate(data: Uint8Array, left: number): Uint8Array {
  try {
    const inflated = inflateSync(data, { maxOutputLength: left + 1, chunkSize: 65_536 });
    return new Uint8Array(inflated.buffer, inflated.byteOffset, inflated.byteLength);
  } catch (fault) {
    const isTooLarge = fault instanceof RangeError ||
      (fault instanceof Error && "code" in fault && fault.code === "ERR_BUFFER_TOO_LARGE");
    if (isTooLarge) tooMuch("its streams are too large");
    return broken("a stream cannot be inflated");
  }
}

/** Reverses the PNG predictors (ISO 32000-2 §7.4.4.4) for one byte a pixel. */
function undoPrediction(bytes: Uint8Array, columns: number): Uint8Array {
  if (!Number.isSafeInteger(columns) || columns < 1) broken("a predictor has no columns");
  const rows = Math.floor(bytes.length / (columns + 1));
  if (rows * (columns + 1) !== bytes.length) broken("a predicted row is cut off");
  const plain = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const type = bytes[row * (columns + 1)] ?? 0;
    if (type > 4) broken("a row has an unknown predictor");
    const from = row * (columns + 1) + 1;
    const to = row * columns;
    for (let column = 0; column < columns; column++) {
      const left = column === 0 ? 0 : plain[to + column - 1] ?? 0;
      const up = row === 0 ? 0 : plain[to - columns + column] ?? 0;
      const corner = row === 0 || column === 0 ? 0 : plain[to - columns + column - 1] ?? 0;
      plain[to + column] = (bytes[from + column] ?? 0) + predict(type, left, up, corner);
    }
  }
  return plain;
}

function predict(type: number, left: number, up: number, corner: number): number {
  if (type === 1) return left;
  if (type === 2) return up;
  if (type === 3) return (left + up) >> 1;
  if (type !== 4) return 0;
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [guess - left, guess - up, guess - corner].map(Math.abs);
  if ((toLeft ?? 0) <= (toUp ?? 0) && (toLeft ?? 0) <= (toCorner ?? 0)) return left;
  return (toUp ?? 0) <= (toCorner ?? 0) ? up : corner;
}

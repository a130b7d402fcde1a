import type { ListFileBounds } from "../../core/policy/list_files.ts";
import { isObject, type JsonObject, parseJson } from "../../base/json.ts";
import type { Result } from "../../base/result.ts";
import { eachText } from "../lists/file_pieces.ts";
import { unreadable } from "../lists/refusal.ts";
import type { ListRefusal, SourceFile } from "../lists/schema.ts";

/** Receives one object of the array. */
export type TakeObject = (record: JsonObject) => void;

/**
 * Reads the objects of an array one by one, with one in memory: the array is the whole file, or a
 * member of one object (`{"records": [...]}`). Refuses a cut file.
 */
export function readJsonRecords(
  file: SourceFile,
  bounds: ListFileBounds,
  take: TakeObject,
): Result<never, ListRefusal> | null {
  const scanner = openScanner();
  let taken = 0;
  const no = (code: "json_malformed" | "file_too_large" | "file_truncated", message: string) =>
    unreadable(code, file, { message });
  const refused = eachText(file, bounds, (text) => {
    const found = scanner.scan(text);
    for (const one of found) {
      const record = parseJson(one);
      taken += 1;
      if (!isObject(record)) return no("json_malformed", `Record ${taken} is not JSON`);
      take(record);
    }
    if (scanner.isBroken()) return no("json_malformed", `No JSON after record ${taken}`);
    return scanner.heldCharacters() > bounds.recordCharactersMax
      ? no(
        "file_too_large",
        `Record ${taken + 1} has more than ${bounds.recordCharactersMax} characters`,
      )
      : null;
  });
  if (refused !== null) return refused;
  return scanner.isWhole()
    ? null
    : no("file_truncated", `The file ends within its JSON, after record ${taken}: it is truncated`);
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [
  0x22,
  0x5c,
  0x7b,
  0x7d,
  0x5b,
  0x5d,
];

/** Opens a scanner for the start and end of records; the JSON parser reads their content. */
function openScanner() {
  let [depth, inString, isEscaped, isBroken, hasBegun] = [0, false, false, false, false];
  /** Depth within the array of records; null outside. */
  let recordDepth: number | null = null;
  /** The part of a record in earlier pieces; null outside a record. */
  let held: string | null = null;

  const scan = (text: string): readonly string[] => {
    const records: string[] = [];
    let start = 0;
    for (let at = 0; at < text.length && !isBroken; at++) {
      const code = text.charCodeAt(at);
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (code === backslash) isEscaped = true;
        else if (code === quote) inString = false;
        continue;
      }
      switch (code) {
        case quote:
          inString = true;
          break;
        case openBrace:
        case openBracket:
          if (depth === 0 && hasBegun) isBroken = true;
          hasBegun = true;
          if (code === openBracket && recordDepth === null && depth <= 1) recordDepth = depth + 1;
          else if (code === openBrace && depth === recordDepth) [held, start] = ["", at];
          depth += 1;
          break;
        case closeBrace:
        case closeBracket:
          depth -= 1;
          if (depth < 0) isBroken = true;
          if (held !== null && depth === recordDepth) {
            records.push(held + text.slice(start, at + 1));
            held = null;
          } else if (recordDepth !== null && depth < recordDepth) recordDepth = null;
          break;
      }
    }
    if (held !== null) held += text.slice(start);
    return records;
  };
  return {
    scan,
    isBroken: () => isBroken,
    isWhole: () => hasBegun && depth === 0 && !inString,
    heldCharacters: () => held?.length ?? 0,
  };
}

import { ok, type Result } from "../../base/result.ts";
import { type ConsolePart, consoleParts } from "../../core/console/schema.ts";
import { type ValueRefusal, wrong } from "./readers.ts";

/** Reads the parts of `AVAL_CONSOLE`, between commas. */
export function readConsoleParts(text: string): Result<readonly ConsolePart[], ValueRefusal> {
  const names = text.split(",").map((name) => name.trim());
  const parts = consoleParts.filter((part) => names.includes(part));
  return parts.length === names.length
    ? ok(parts)
    : wrong('expected desk, console, or "desk,console"');
}

import { ok, type Result } from "../../base/result.ts";
import { usage, type UsageRefusal } from "./command.ts";

/** Reads an option that may be given once; null when absent. */
export function once(
  option: string,
  [value, ...more]: readonly string[] = [],
): Result<string | null, UsageRefusal> {
  return more.length > 0 ? usage(`${option} is given once`) : ok(value ?? null);
}

/** Reads an option that must be given once. @param option name with its value's placeholder */
export function neededOnce(
  option: string,
  [value, ...more]: readonly string[] = [],
): Result<string, UsageRefusal> {
  return value === undefined || value === "" || more.length > 0
    ? usage(`${option} is needed, once`)
    : ok(value);
}

/** Refuses an argument that is not an option's value; null when there is none. */
export function refuseArgument(
  [argument]: readonly string[],
): Result<never, UsageRefusal> | null {
  return argument === undefined ? null : usage(`Unexpected argument "${argument}"`);
}

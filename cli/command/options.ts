import { ok, type Result } from "../../base/result.ts";
import { usage, type UsageRefusal } from "./command.ts";

/** The value of an option that may be given once; null when it is absent. */
export function once(
  option: string,
  [value, ...more]: readonly string[] = [],
): Result<string | null, UsageRefusal> {
  return more.length > 0 ? usage(`${option} is given once`) : ok(value ?? null);
}

/** The value of an option that must be given, once. @param option with what it takes */
export function neededOnce(
  option: string,
  [value, ...more]: readonly string[] = [],
): Result<string, UsageRefusal> {
  return value === undefined || value === "" || more.length > 0
    ? usage(`${option} is needed, once`)
    : ok(value);
}

/** Refuses an argument that is no option's value; null when there is none. */
export function refuseArgument(
  [argument]: readonly string[],
): Result<never, UsageRefusal> | null {
  return argument === undefined ? null : usage(`Unexpected argument "${argument}"`);
}

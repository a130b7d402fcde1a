import { isArray, isObject, type Json } from "../../base/json.ts";

/**
 * Returns a text that is equal exactly for values that JSON Schema treats as equal (Core §4.2.2):
 * members are ordered, and `1.0` is `1`.
 */
export function equalityKey(value: Json): string {
  if (isArray(value)) return `[${value.map(equalityKey).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value === 0 ? 0 : value);
  const members = Object.keys(value).sort()
    .map((name) => `${JSON.stringify(name)}:${equalityKey(value[name] ?? null)}`);
  return `{${members.join(",")}}`;
}

/** Counts the values in a value, including itself. Stops at the limits of count and depth. */
export function sizeOf(value: Json, { valuesMax, depthMax }: {
  readonly valuesMax: number;
  readonly depthMax: number;
}): number {
  let values = 0;
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    values += level.length;
    if (values > valuesMax || depth > depthMax) return Infinity;
    level = level.flatMap((each) =>
      isArray(each) ? each : isObject(each) ? Object.values(each) : []
    );
  }
  return values;
}

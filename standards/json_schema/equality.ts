import { isArray, isObject, type Json } from "../../base/json.ts";

/**
 * A text that is the same for values that JSON Schema calls equal (Core §4.2.2), and for no others:
 * members in order, `1.0` as `1`.
 */
export function equalityKey(value: Json): string {
  if (isArray(value)) return `[${value.map(equalityKey).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value === 0 ? 0 : value);
  const members = Object.keys(value).sort()
    .map((name) => `${JSON.stringify(name)}:${equalityKey(value[name] ?? null)}`);
  return `{${members.join(",")}}`;
}

/** Values in a value, itself among them; it stops past so many, and past such a depth. */
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

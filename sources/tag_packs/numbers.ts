/** Numbers for values, from 0 in the order of first occurrence. */
export interface Numbers<Value> {
  /** The number of a value. */
  of(value: Value): number;
  /** The values by their numbers. */
  values(): readonly Value[];
}

/** Opens an empty numbering. */
export function openNumbers<Value>(): Numbers<Value> {
  const numbers = new Map<Value, number>();
  const values: Value[] = [];
  return {
    of(value) {
      const present = numbers.get(value);
      if (present !== undefined) return present;
      numbers.set(value, values.length);
      return values.push(value) - 1;
    },
    values: () => values,
  };
}

/** Minimum number of inputs for a property. */
const fewest = 25;

/**
 * The number of inputs for a property: a tenth in the suite, all in `deno task test:long`, which
 * repeats every file that calls this.
 */
export function runs(all: number): number {
  if (Deno.env.get("AVAL_TEST_LONG") === "1") return all;
  return Math.min(all, Math.max(fewest, Math.ceil(all / 10)));
}

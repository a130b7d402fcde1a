/** Fewest inputs that a property is tried with. */
const fewest = 25;

/**
 * How many inputs a property is tried with: a tenth in the suite, all in `deno task test:long`,
 * which runs each file again that calls this.
 */
export function runs(all: number): number {
  if (Deno.env.get("AVAL_TEST_LONG") === "1") return all;
  return Math.min(all, Math.max(fewest, Math.ceil(all / 10)));
}

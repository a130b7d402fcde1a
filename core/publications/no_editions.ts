import type { Editions } from "./edition_ports.ts";

/** Editions of what never changes, as the invented lists of the sandbox: there are none. */
export const noEditions: Editions = {
  last: () => Promise.resolve(null),
  begin: () => Promise.reject(new Error("What never changes is not recorded")),
  removeLeft: () => Promise.resolve(),
  timeOf: () => Promise.resolve(null),
  after: () => nothing(),
  changes: () => nothing(),
};

async function* nothing(): AsyncGenerator<never> {}

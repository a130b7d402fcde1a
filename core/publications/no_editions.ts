import type { Editions } from "./edition_ports.ts";

/** The empty editions of data that never change, such as the sandbox's invented lists. */
export const noEditions: Editions = {
  last: () => Promise.resolve(null),
  begin: () => Promise.reject(new Error("What never changes is not recorded")),
  removeLeft: () => Promise.resolve(),
  timeOf: () => Promise.resolve(null),
  after: () => nothing(),
  changes: () => nothing(),
};

async function* nothing(): AsyncGenerator<never> {}

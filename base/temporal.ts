/**
 * Gives the runtime `Temporal` where it has none, as the one that Deno Deploy documents. Imported for
 * its side effect by entry points and tests, before anything that reads the clock.
 */
if (!("Temporal" in globalThis)) await import("temporal-polyfill/global");

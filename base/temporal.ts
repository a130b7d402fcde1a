/**
 * Loads `Temporal` on a runtime without it, such as the documented one of Deno Deploy. Entry points
 * and tests import this file for its side effect, before any module that reads the clock.
 */
if (!("Temporal" in globalThis)) await import("temporal-polyfill/global");

import type { PolicyOverrides } from "../../core/policy/policy.ts";

const file = new URL("roomy_policy.json", import.meta.url);

/** The policy file of servers under test, for `AVAL_POLICY`. */
export const roomyPolicyFile = file.pathname;

/**
 * Buckets that no test empties by accident: many send more from one address than a prospect would,
 * and a clock that stands still refills nothing. Tests of the limits bring their own.
 */
export const roomyPolicy: PolicyOverrides = JSON.parse(await Deno.readTextFile(file));

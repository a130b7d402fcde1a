import type { PolicyOverrides } from "../../core/policy/policy.ts";

const file = new URL("roomy_policy.json", import.meta.url);

/** Path of the policy file of servers under test, for `AVAL_POLICY`. */
export const roomyPolicyFile = file.pathname;

/**
 * Buckets and limits that no test exceeds by accident: many tests send more from one address than a
 * caller would, and a fixed clock refills no bucket. Tests of the limits set their own.
 */
export const roomyPolicy: PolicyOverrides = JSON.parse(await Deno.readTextFile(file));

/**
 * As {@link roomyPolicyFile}, but a drain waits for 2 s without a request, since a test on a busy
 * machine may send less often than every quarter of a second.
 */
export const patientPolicyFile = new URL("patient_policy.json", import.meta.url).pathname;

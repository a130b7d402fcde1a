import type { PolicyOverrides } from "../../core/policy/policy.ts";

const file = new URL("roomy_policy.json", import.meta.url);

/** The policy file of servers under test, for `AVAL_POLICY`. */
export const roomyPolicyFile = file.pathname;

/**
 * Buckets that no test empties and bounds that none reaches by accident: many send more from one address than a prospect would,
 * and a clock that stands still refills nothing. Tests of the limits bring their own.
 */
export const roomyPolicy: PolicyOverrides = JSON.parse(await Deno.readTextFile(file));

/**
 * As {@link roomyPolicyFile}, with a drain that waits for 2 s without a request: a test on a machine
 * that is busy with other work does not send one every quarter of a second.
 */
export const patientPolicyFile = new URL("patient_policy.json", import.meta.url).pathname;

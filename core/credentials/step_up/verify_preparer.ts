import { ok, type Result } from "../../../base/result.ts";
import type { BatchRules } from "../batch_ports.ts";
import type { StepUpPorts } from "../step_up_ports.ts";
import {
  type StepUpRefusal,
  type VerifiedStepUp,
  type VerifyStepUp,
  verifyStepUp,
} from "./verify_step_up.ts";

/**
 * Verifies that the signatory who prepares or rechecks a batch has just authenticated, if policy
 * `credentials.preparerStepUp` requires it.
 *
 * @returns null when policy does not require it
 */
export async function verifyPreparer(
  ports: StepUpPorts & { readonly batchRules: Pick<BatchRules, "preparerStepUp"> },
  act: VerifyStepUp,
): Promise<Result<VerifiedStepUp | null, StepUpRefusal>> {
  return ports.batchRules.preparerStepUp === "off" ? ok(null) : await verifyStepUp(ports, act);
}

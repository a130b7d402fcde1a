import { ClientId } from "../access/schema.ts";
import type { ScreeningPorts } from "./ports.ts";
import type { Units } from "../../base/unit.ts";
import type { DecisionId } from "./decision_schema.ts";
import { screen } from "./screen.ts";

/**
 * Stores a possible match, so that the examples of the reference can be run unchanged. Each start
 * of a sandbox has its own, so that reviews of an earlier start are not shown.
 */
export async function offerExampleDecision(
  ports: ScreeningPorts,
  units: Units,
  decisionId: DecisionId,
): Promise<void> {
  const unit = units.begin();
  const screened = await screen(ports, {
    unit,
    client: ClientId.parse("sandbox"),
    decisionId,
    request: { name: "Ferryman of Tavrel" },
    mode: "sandbox",
    sandboxOverride: false,
  });
  if (!screened.ok) throw new Error(`The example cannot be screened: ${screened.refusal.message}`);
  await units.commit(unit);
}

import { ClientId } from "../access/schema.ts";
import type { ScreeningPorts } from "./ports.ts";
import type { Units } from "../../base/unit.ts";
import type { DecisionId } from "./decision_schema.ts";
import { screen } from "./screen.ts";

/**
 * Puts a possible match on file, so that the examples of the reference run as they stand. Each start
 * of a sandbox has one of its own: reviews of an earlier one are not shown in the next.
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

import { ClientId } from "../access/caller.ts";
import type { Ports } from "../ports/ports.ts";
import type { Units } from "../ports/unit.ts";
import { DecisionId } from "./schema.ts";
import { screen } from "./screen.ts";

/** A possible match that every sandbox holds, so that the examples of the reference run as they stand. */
export const exampleDecisionId = DecisionId.parse("01900000-0000-7000-8000-000000000001");

/** Screens an invented name under the example's id, unless that was done before. */
export async function offerExampleDecision(ports: Ports, units: Units): Promise<void> {
  if (await ports.decisions.findUnscoped(exampleDecisionId) !== null) return;
  const unit = units.begin();
  const screened = screen(ports, {
    unit,
    client: ClientId.parse("sandbox"),
    decisionId: exampleDecisionId,
    request: { name: "Ferryman of Tavrel" },
    mode: "sandbox",
    sandboxOverride: false,
  });
  if (!screened.ok) throw new Error(`The example cannot be screened: ${screened.refusal.message}`);
  await units.commit(unit);
}

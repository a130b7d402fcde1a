import type { DecisionId } from "../screening/schema.ts";
import type { Unit } from "./unit.ts";

/** What the vector layer may look at, once the decision is on file. */
export interface ShadowQuestion {
  readonly decisionId: DecisionId;
  /** As the caller wrote it. */
  readonly name: string;
  /** The listed names of the decision's candidates, in their order; at least one. */
  readonly listed: readonly string[];
}

/**
 * The vector layer in the shadow of decisions: its scores are logged and reach no answer
 * (Screening §1; decisions.md part 6).
 */
export interface Shadow {
  /** Remembers a question until its unit is committed. Never throws, never waits. */
  note(unit: Unit, question: ShadowQuestion): void;
}

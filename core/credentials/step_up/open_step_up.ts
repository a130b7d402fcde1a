import type { Clock } from "../../../base/clock.ts";
import type { StepUp, StepUpChallenge } from "../step_up_ports.ts";
import type { StepUpKeys, UsedAssertions } from "../step_up_ports.ts";
import { type ExpectedAssertion, verifyAssertion } from "./verify_assertion.ts";

/** The dependencies of {@link openStepUp}. */
export interface StepUpDependencies {
  readonly clock: Clock;
  readonly keys: StepUpKeys;
  readonly used: UsedAssertions;
  readonly expected: ExpectedAssertion;
}

/** Opens step-up authentication by assertions of one issuer. */
export function openStepUp({ clock, keys, used, expected }: StepUpDependencies): StepUp {
  return {
    verify: (assertion) => verifyAssertion({ keys, expected, now: clock.now() }, assertion),
    isUsed: (jti) => used.has(jti),
    use: (unit, { jti, usableUntil }) => used.add(unit, { jti, until: usableUntil }),
    challenge: { acrValues: expected.acr, maxAgeSeconds: expected.maxAgeSeconds },
  };
}

/** Step-up authentication without an identity provider: every assertion is insufficient. */
export function noStepUp(challenge: StepUpChallenge): StepUp {
  return {
    verify: () => Promise.resolve({ kind: "insufficient", reason: "no_step_up" }),
    isUsed: () => Promise.resolve(true),
    use: () => {
      throw new Error("Nothing was verified that could be used up");
    },
    challenge,
  };
}

import { acceptValues } from "./accept_values.ts";
import { advise } from "./advisory.ts";
import type { ModelInput } from "./model_schema.ts";
import type { Drafter, DraftingModel } from "./ports.ts";
import type { NormalizedApplication, Share } from "./schema.ts";

/** Version of the drafters, raised when their result for the same request changes. */
export const drafterVersion = "2";

/** The drafter without a model: its normal form is the deterministic one. */
export const deterministicDrafter: Drafter = {
  draft: (application) =>
    Promise.resolve({ application, advisoryFlags: [], by: { kind: "deterministic", model: null } }),
};

/**
 * Opens the drafter that uses a model. The model may only change the spelling of names; if it is
 * unavailable, the result is the deterministic form with a flag.
 */
export function openModelDrafter(model: DraftingModel): Drafter {
  return {
    draft: async (deterministic) => {
      const { answer, outputHash, latencyMilliseconds } = await model.normalize(
        inputOf(deterministic),
      );
      const { name, promptHash } = model;
      const asked = { name, promptHash, outputHash, latencyMilliseconds };
      if (!answer.ok) {
        return {
          application: deterministic,
          advisoryFlags: [advise("AI_DRAFTER_UNAVAILABLE", "")],
          by: { kind: "deterministic", model: asked },
        };
      }
      return { ...acceptValues(deterministic, answer.value), by: { kind: "ai", model: asked } };
    },
  };
}

function inputOf(application: NormalizedApplication): ModelInput {
  const { legalName, registryCountry, registryNumber, persons } = application;
  return {
    legalName,
    registryCountry,
    registryNumber,
    persons: persons.map(({ role, fullName, nationalities, ownership }) => ({
      role,
      fullName,
      nationalities,
      ownershipPercentage: ownership === null ? null : percentageOf(ownership),
    })),
  };
}

/** Formats a share as a percentage that parses to the same share. */
function percentageOf({ minimum, maximum }: Share): string {
  return minimum === maximum
    ? `${decimalOf(minimum)}%`
    : `${decimalOf(minimum)}-${decimalOf(maximum)}%`;
}

function decimalOf(parts: number): string {
  return `${Math.floor(parts / 100)}.${String(parts % 100).padStart(2, "0")}`;
}

import { z } from "zod";
import { countryCode } from "../../standards/country/country.ts";
import { breaker } from "./breaker.ts";
import { group, whole } from "./setting.ts";

/**
 * Rules for the answers of onboarding, and the time limit of a drafting model (decisions-2.md part
 * 16).
 */
export const Kyb = group({
  applicantDetail: z.enum(["full", "minimal"]).default("full").meta({
    description:
      "Basis of the advice to applicants: full, or minimal, without screening, as a refusal could tip off",
  }),
  drafterSeconds: whole({
    value: 8,
    min: 1,
    max: 60,
    reason: "Time of a drafting model, with a second try",
  }),
  drafterAnswerBytesMax: whole({
    value: 256 * 1_024,
    min: 1_024,
    max: 4 * 1_024 * 1_024,
    reason: "A longer answer of the model is not read",
  }),
  registryEvidenceDays: whole({
    value: 90,
    min: 1,
    max: 366,
    reason: "Age past which a register's evidence is too old to recommend approval",
  }),
  screeningEvidenceDays: whole({
    value: 7,
    min: 1,
    max: 90,
    reason: "Age past which a screening is too old to recommend approval",
  }),
  highRiskCountries: z.string().refine(
    (text) => text === "" || text.split(" ").every((code) => countryCode(code) === code),
    "expected ISO 3166-1 alpha-2 codes with a space between",
  ).default("IR KP MM").meta({
    description: "Countries that require a person's review: FATF's call for action (October 2025)",
  }),
  ...breaker({
    noun: "drafting model",
    article: "the",
    probe: "request",
    windowSeconds: 60,
    openSeconds: 60,
  }),
});
export type Kyb = z.infer<typeof Kyb>;

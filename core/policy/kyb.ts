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
      "Basis of the advice to applicants: full as specified; minimal omits results of screening, since a refusal could tip off",
  }),
  drafterSeconds: whole({
    value: 8,
    min: 1,
    max: 60,
    reason:
      "Maximum time of a drafting model, including a second try; afterwards fixed rules replace it",
  }),
  drafterAnswerBytesMax: whole({
    value: 256 * 1_024,
    min: 1_024,
    max: 4 * 1_024 * 1_024,
    reason: "A longer answer of the model is not read: 50 persons have about 20 KiB",
  }),
  registryEvidenceDays: whole({
    value: 90,
    min: 1,
    max: 366,
    reason:
      "Age past which a register's evidence is too old for a review draft to recommend approval, by the older of the record and the snapshot that it was read from",
  }),
  screeningEvidenceDays: whole({
    value: 7,
    min: 1,
    max: 90,
    reason: "Age past which a screening is: lists change within days",
  }),
  highRiskCountries: z.string().refine(
    (text) => text === "" || text.split(" ").every((code) => countryCode(code) === code),
    "expected ISO 3166-1 alpha-2 codes with a space between",
  ).default("IR KP MM").meta({
    description:
      "Countries of register or nationality that require a person's review: those of FATF's call for action (October 2025)",
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

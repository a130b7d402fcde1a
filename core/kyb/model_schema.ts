import { z } from "zod";
import { countriesMax } from "../../standards/country/country.ts";

/** Maximum characters of a value in a model's answer. */
const charactersMax = 500;
const Text = z.string().max(charactersMax);

/** An application in a model's answer; its values must be compared with the written ones. */
export const ModelApplication = z.strictObject({
  legalName: Text,
  registryCountry: Text.nullable(),
  registryNumber: Text.nullable(),
  persons: z.array(
    z.strictObject({
      role: Text,
      fullName: Text,
      nationalities: z.array(Text).max(countriesMax).readonly(),
      ownershipPercentage: Text.nullable(),
    }).readonly(),
  ).max(200).readonly(),
}).readonly();
export type ModelApplication = z.infer<typeof ModelApplication>;

/** The input of a model: without mail address and date of birth. */
export interface ModelInput {
  readonly legalName: string;
  readonly registryCountry: string | null;
  readonly registryNumber: string | null;
  readonly persons: readonly {
    readonly role: string;
    readonly fullName: string;
    readonly nationalities: readonly string[];
    readonly ownershipPercentage: string | null;
  }[];
}

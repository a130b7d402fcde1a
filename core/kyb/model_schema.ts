import { z } from "zod";
import { countriesMax } from "../../standards/country/country.ts";

/** Characters of a value that a model may answer at most. */
const charactersMax = 500;
const Text = z.string().max(charactersMax);

/** An application as a model answers it: values to be held against what was written. */
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

/** What a model is sent: no mail address and no date of birth. */
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

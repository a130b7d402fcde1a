import { z } from "zod";
import { EntityType, Mode, optionalMember } from "../nouns.ts";
import type { Limits } from "../policy/limits.ts";
import { paddedDate, writtenDate } from "./birth_date.ts";
import { countriesOf } from "../../standards/country/country.ts";
import { IdentifierType } from "../matching/entry_schema.ts";

/** Maximum characters of a wallet address, including URI parts: no format needs a quarter. */
const walletAddressCharactersMax = 512;

/** Maximum characters of a nationality: the longest country name has about 60. */
const nationalityCharactersMax = 100;

const dateExpected = "expected a calendar date: YYYY-MM-DD, YYYY-MM or YYYY";

/** The policy's limits of a screening request. */
export type ScreeningLimits = Pick<
  Limits,
  "nameCharactersMax" | "walletAddressesMax" | "notesCharactersMax" | "decisionReviewsMax"
>;

/** Maximum lists named by a request: more than exist. */
const sourcesMax = 50;

/** Maximum characters of a list's key, or of an identifier. */
const keyCharactersMax = 100;

/** Maximum identifiers of a request (decisions-2.md part 19). */
const identifiersMax = 20;

/** Maximum further names, and maximum nationalities in a list (decisions-3.md part 21). */
const otherNamesMax = 10;

const nationalitiesMax = 10;

/** The caller's pseudonym of the customer. */
export const SubjectRef = z.string().regex(
  /^[A-Za-z0-9._:-]{1,64}$/,
  "expected 1 to 64 of A-Z, a-z, 0-9 and . _ : -",
).meta({
  id: "SubjectRef",
  description:
    "Your own identifier of the customer. A pseudonym, never a name: it is kept with the decision as it is",
  examples: ["customer-4711"],
});
export type SubjectRef = z.infer<typeof SubjectRef>;

/** An identifier that a request asks for. */
const IdentifierAsked = z.object({
  type: IdentifierType,
  value: z.string().max(keyCharactersMax)
    .regex(/[\p{L}\p{N}]/u, "expected a letter or digit")
    .meta({
      description: "Compared exactly in upper case and without blanks, hyphens, dots and slashes",
    }),
  country: optionalMember(
    z.string().max(nationalityCharactersMax)
      .refine((text) => countriesOf(text).length > 0, "expected an ISO 3166-1 code or a country"),
  ).meta({ description: "Who issued it: ISO 3166-1 code, or a country's English name" }),
}).readonly().meta({ id: "IdentifierAsked" });

/** Request of a screening (Screening §2). The name check and the wallet check are independent. */
export function screeningRequest({ nameCharactersMax, walletAddressesMax }: ScreeningLimits) {
  return z.object({
    name: z.string().max(nameCharactersMax).meta({
      description:
        "Person or organisation as written, any script. Blank: no name check is asked for. A name without one comparable character is a 400.",
    }),
    otherNames: optionalMember(
      z.array(
        z.string().max(nameCharactersMax).regex(/[\p{L}\p{N}]/u, "expected a letter or digit"),
      ).max(otherNamesMax).readonly(),
    ).meta({
      description:
        "Other names of the same party: a maiden name, a trading name, another script. Each is compared as `name` is, and the best one counts for each entry; `explain.name` says which",
      examples: [["Виктор Сандбергов"]],
    }),
    dob: optionalMember(
      z.string().regex(writtenDate, dateExpected).transform(paddedDate),
    ).meta({
      description:
        "Date of birth, ISO 8601 calendar date; reduced precision (1969, 1969-07) is taken, and so are months and days of one digit (1984-2-1). One that lies in the future is a 400. 1900-01-01, 1970-01-01 and every date before 1905 are placeholders: they count where they agree, and never against a match.",
      examples: ["1969-07-16"],
    }),
    nationality: optionalMember(z.string().max(nationalityCharactersMax)).meta({
      description:
        "ISO 3166-1 code, a country's English name, former names included, or a demonym; several divided by commas. One that is not known is neutral evidence, and `meta.unrecognizedNationality` says so.",
      examples: ["VE", "Venezuelan"],
    }),
    nationalities: optionalMember(
      z.array(z.string().max(nationalityCharactersMax)).max(nationalitiesMax).readonly(),
    ).meta({
      description:
        "Every nationality, each written as `nationality` is, which counts as one of them. One that agrees is enough; one that differs says nothing then",
      examples: [["VE", "ES"]],
    }),
    walletAddresses: optionalMember(
      z.array(z.string().max(walletAddressCharactersMax)).max(walletAddressesMax).readonly(),
    ).meta({
      description: "Raw addresses in any form. Compared with OFAC SDN addresses by exact match.",
    }),
    entityType: optionalMember(EntityType).meta({
      description: "Only entities of this type are candidates. Absent: of any.",
    }),
    sources: optionalMember(
      z.array(z.string().min(1).max(keyCharactersMax)).min(1).max(sourcesMax).readonly(),
    ).meta({
      description:
        "Keys of the lists whose entities may be candidates; one that is not in force is a 400. Absent: all of them. The wallet check is the same whatever they are.",
      examples: [["ofac-sdn", "un-sc"]],
    }),
    identifiers: optionalMember(z.array(IdentifierAsked).max(identifiersMax).readonly()).meta({
      description:
        "An entry with one of them, of the `entityType` and `sources` asked for, is a candidate, a POSSIBLE_MATCH at least, whatever the name; `explain.identifiers` gives what each entry states.",
    }),
    subjectRef: optionalMember(SubjectRef).meta({
      description:
        "Your own identifier of the customer: a pseudonym, never a name. `meta.subjectRef` repeats it",
    }),
    mode: optionalMember(Mode).meta({
      description: "Sandbox always wins: live runs only when the deployment is live too.",
    }),
  }).readonly().meta({
    id: "ScreeningRequest",
    examples: [{ name: "Viktor Sandbergov", dob: "1961-04-12", nationality: "RU" }],
  });
}
export type ScreeningRequest = z.infer<ReturnType<typeof screeningRequest>>;

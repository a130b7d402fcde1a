import type { Examples } from "./named_examples.ts";

const director = {
  role: "juhatuse liige",
  fullName: "Hannelore Bistrupgaard",
  dob: "1971-05-09",
  nationality: "DK",
};
const owner = {
  role: "beneficial owner",
  fullName: "Margaret Thistlewood",
  dob: "1965-02-28",
  nationality: "GB",
};
const company = {
  legalName: "Näidis Kaubandus OÜ",
  registryCountry: "EE",
  registryNumber: "10000018",
};

/** Applications of the sandbox's invented register; `fixtures/kyb/` has one for every recommendation. */
export const onboardings: Examples = {
  complete: {
    summary: "SUBMIT_RECOMMENDED: nothing is missing",
    value: { ...company, persons: [director, { ...owner, ownershipPercentage: "100 %" }] },
  },
  more_information: {
    summary:
      "NEEDS_INFO_RECOMMENDED: an ambiguous date, and more than half of the shares is missing",
    value: {
      ...company,
      persons: [{ ...director, dob: "03/04/1980" }, { ...owner, ownershipPercentage: ">25" }],
    },
  },
};

import type { Json } from "../../base/json.ts";
import { credentialTypes } from "../../core/credentials/template_schema.ts";
import { isOver18 } from "../../core/verification/age.ts";
import {
  ageDocument,
  drivingLicenceDocument,
  mandateType,
} from "../../core/verification/check_types.ts";
import { photoIdDocument } from "../../core/verification/wide_check_types.ts";
import { pidDocument, pidType } from "../../core/presentation/credential_type.ts";

/** An invented person, whose wallet answers. */
export interface Person {
  readonly givenName: string;
  readonly familyName: string;
  /** Date of birth, RFC 3339 full-date. */
  readonly birthdate: string;
  /** ISO 3166-1 alpha-2. */
  readonly nationality: string;
}

/** Invented holders: on no list, on the sandbox's list of sanctions or of PEPs, or a child. */
export const personNames = ["clear", "sanctioned", "pep", "minor"] as const;
/** One of the names of {@link personNames}. */
export type PersonName = typeof personNames[number];

/** An invented person. @param today UTC */
export function personOf(name: PersonName, today: Temporal.PlainDate): Person {
  switch (name) {
    case "clear":
      return erika;
    case "sanctioned": // SBX-0001
      return {
        givenName: "Viktor",
        familyName: "Sandbergov",
        birthdate: "1961-04-12",
        nationality: "RU",
      };
    case "pep": // SBX-0101
      return {
        givenName: "Amelie",
        familyName: "Rochardine",
        birthdate: "1964-09-17",
        nationality: "FR",
      };
    case "minor":
      return { ...erika, givenName: "Leon", birthdate: today.subtract({ years: 12 }).toString() };
    default:
      return name satisfies never;
  }
}

const erika: Person = {
  givenName: "Erika",
  familyName: "Mustermann",
  birthdate: "1984-08-12",
  nationality: "DE",
};

/**
 * The claims that an issuer certifies about a person in a credential of a type (`vct` or document
 * type), dates as text; empty for an unknown type.
 */
export function claimsOf(
  type: string,
  person: Person,
  today: Temporal.PlainDate,
): Readonly<Record<string, Json>> {
  const { givenName, familyName, birthdate, nationality } = person;
  const inAYear = today.add({ years: 1 }).toString();
  const aYearAgo = today.subtract({ years: 1 }).toString();
  const document = {
    document_number: "SBX1234567",
    issuing_country: nationality,
    issuing_authority: "aval sandbox",
  };
  switch (type) {
    case pidType:
      return {
        given_name: givenName,
        family_name: familyName,
        birthdate,
        nationalities: [nationality],
        place_of_birth: { locality: "Musterstadt", country: nationality },
        date_of_expiry: inAYear,
        ...document,
      };
    case pidDocument:
      return {
        given_name: givenName,
        family_name: familyName,
        birth_date: birthdate,
        nationality: [nationality],
        place_of_birth: { locality: "Musterstadt", country: nationality },
        expiry_date: inAYear,
        ...document,
      };
    case photoIdDocument:
      return {
        age_over_18: isOver18(birthdate, today),
        birth_date: birthdate,
        expiry_date: inAYear,
        ...document,
      };
    case mandateType:
      return {
        legal_person_identifier: "SBX-HRB-12345",
        legal_name: "Mustermann Handels GmbH",
        full_powers: true,
        effective_from_date: aYearAgo,
        effective_until_date: inAYear,
      };
    case ageDocument:
      return { age_over_18: isOver18(birthdate, today) };
    case drivingLicenceDocument:
      return {
        given_name: givenName,
        family_name: familyName,
        birth_date: birthdate,
        issue_date: aYearAgo,
        expiry_date: inAYear,
        driving_privileges: [
          { vehicle_category_code: "B", issue_date: aYearAgo, expiry_date: inAYear },
        ],
        ...document,
      };
    case credentialTypes.DEGREE_AWARD:
      return {
        family_name: familyName,
        given_name: givenName,
        award_title: "Master of Science in Computer Science",
        award_date: aYearAgo,
      };
    case credentialTypes.MODULE_COMPLETION:
      return {
        family_name: familyName,
        given_name: givenName,
        module_title: "Distributed Systems",
        credits: 6,
        completion_date: aYearAgo,
      };
    case credentialTypes.ENROLMENT:
      return {
        family_name: familyName,
        given_name: givenName,
        programme: "Computer Science (MSc)",
        enrolment_status: "enrolled",
      };
    default:
      return {};
  }
}

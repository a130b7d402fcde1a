import type { CredentialQuery, DcqlQuery } from "../../standards/dcql/query.ts";
import { selectClaims } from "../../standards/dcql/select_claims.ts";
import type { Json } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { isOver18 } from "./age.ts";
import { type CheckRegistry, checkRegistry } from "../presentation/check_definition.ts";
import type { Proof, VerificationCheck } from "./check_definition.ts";
import { CheckType } from "./check_type.ts";
import { Licence, Mandate, PidBirth, PidGuest, PidIdentity, PidPerson } from "./claims.ts";
import { isGivenTo } from "./mandate_holder.ts";
import { parsePid, pidQuery, subjectOf } from "./pid.ts";

/** Claims of a PID that say who somebody is. */
const identity = ["given_name", "family_name", "birthdate", "nationalities"] as const;

/** Document type and namespace of the EU's age verification (its profile, Annex A). */
export const ageDocument = "eu.europa.ec.av.1";

const ageQuery: DcqlQuery = {
  credentials: [
    {
      id: "av_age_over_18",
      format: "mso_mdoc",
      meta: { doctype_value: ageDocument },
      claims: [{ path: [ageDocument, "age_over_18"] }],
    },
    pidQuery("pid_birthdate", "birthdate"),
  ],
  credential_sets: [{ options: [["av_age_over_18"], ["pid_birthdate"]], required: true }],
};

/** Namespace of a mobile driving licence (ISO/IEC 18013-5 §7.2). */
const mdlNameSpace = "org.iso.18013.5.1";

/** Document type of a mobile driving licence. */
export const drivingLicenceDocument = `${mdlNameSpace}.mDL`;

const drivingLicence: CredentialQuery = {
  id: "mdl_mobile_driving_licence",
  format: "mso_mdoc",
  meta: { doctype_value: drivingLicenceDocument },
  claims: ["driving_privileges", "document_number", "issuing_country", "expiry_date"].map((
    element,
  ) => ({ path: [mdlNameSpace, element] })),
};

/** `vct` of the power to act for a company (POTENTIAL, Power of Representation 1.2). */
export const mandateType = "urn:eu.europa.ec.eudi:por:1";

/** A person, and the power to act for a company. */
const mandateQuery: DcqlQuery = {
  credentials: [
    pidQuery(
      "pid_corporate_mandate_verification",
      "given_name",
      "family_name",
      "birthdate",
    ),
    {
      id: "por_corporate_mandate_verification",
      format: "dc+sd-jwt",
      meta: { vct_values: [mandateType] },
      claims: [
        "legal_person_identifier",
        "legal_name",
        "full_powers",
        "effective_from_date",
        "effective_until_date",
      ].map((name) => ({ path: [name] })),
    },
  ],
  credential_sets: [{
    options: [["pid_corporate_mandate_verification", "por_corporate_mandate_verification"]],
    required: true,
  }],
};

/** Every check type (Verification §2; the open ones as wallets in the field answer them). */
export const checkTypes: Readonly<Record<CheckType, VerificationCheck>> = {
  "age-verification": ageCheck({ version: 2, needsCountry: false }),
  "restricted-purchase-alcohol-18": ageCheck({ version: 1, needsCountry: true }),
  "restricted-purchase-tobacco-18": ageCheck({ version: 1, needsCountry: true }),
  "restricted-purchase-lottery-18": ageCheck({ version: 1, needsCountry: true }),
  "aml-identity": {
    version: 1,
    query: { credentials: [pidQuery("pid_aml_identity", ...identity)] },
    needsCountry: false,
    delivers: "pack",
    judge: (claims, today) => {
      const read = parsePid(PidIdentity, claims.get("pid_aml_identity"), today);
      return read.ok
        ? ok({ booleanProofs: { claimsVerified: true }, subject: subjectOf(read.value) })
        : read;
    },
  },
  "str-guest-registration": {
    version: 1,
    query: {
      credentials: [pidQuery("pid_str_guest_registration", ...identity, "document_number")],
    },
    needsCountry: false,
    delivers: "pack",
    judge: (claims, today) => {
      const read = parsePid(PidGuest, claims.get("pid_str_guest_registration"), today);
      return read.ok ? verified(true) : read;
    },
  },
  "login-authentication": {
    version: 1,
    query: { credentials: [pidQuery("pid_login_authentication", "birthdate")] },
    needsCountry: false,
    delivers: "none",
    judge: (claims, today) => {
      const read = parsePid(PidBirth, claims.get("pid_login_authentication"), today);
      return read.ok ? verified(true) : read;
    },
  },
  "mobile-driving-licence": {
    version: 1,
    query: { credentials: [drivingLicence] },
    needsCountry: false,
    delivers: "none",
    judge: (claims, today) => {
      const licence = only(claims.get("mdl_mobile_driving_licence"), [mdlNameSpace]);
      const read = Licence.safeParse(licence).data;
      if (read === undefined) return unusable;
      // A licence that allows nothing to be driven is good, and not what was asked for.
      const isCurrent = Temporal.PlainDate.compare(today, read.expiry_date) <= 0;
      return verified(isCurrent && read.driving_privileges.length > 0);
    },
  },
  "corporate-mandate-verification": {
    version: 2,
    query: mandateQuery,
    needsCountry: false,
    delivers: "none",
    judge: (claims, today, { isByOneKey }) => {
      const person = parsePid(PidPerson, claims.get("pid_corporate_mandate_verification"), today);
      const power = claims.get("por_corporate_mandate_verification");
      const read = Mandate.safeParse(power).data;
      if (!person.ok || read === undefined) return unusable;
      // Two keys may be two people's: then the power itself must say whose it is.
      const isPersons = isByOneKey || isGivenTo(power, person.value);
      const { compare } = Temporal.PlainDate;
      const isCurrent = compare(read.effective_from_date, today) <= 0 &&
        compare(today, read.effective_until_date) <= 0;
      // One that grants some powers and not all is good, and not what was asked for.
      return verified(isPersons && isCurrent && read.full_powers);
    },
  },
};

/** The same, by their frozen forms. */
export const checks: CheckRegistry<CheckType, VerificationCheck> = checkRegistry(checkTypes);

/** Over 18, by either credential. The birthdate is compared and forgotten. */
function ageCheck(
  { version, needsCountry }: Pick<VerificationCheck, "version" | "needsCountry">,
): VerificationCheck {
  return {
    version,
    query: ageQuery,
    needsCountry,
    delivers: "none",
    judge: (claims, today) => {
      const document = claims.get("av_age_over_18");
      const ageOver18 = document === undefined
        ? isOver18(only(claims.get("pid_birthdate"), ["birthdate"]), today)
        : only(document, [ageDocument, "age_over_18"]);
      return typeof ageOver18 === "boolean"
        ? ok({ booleanProofs: { ageOver18 }, subject: null })
        : unusable;
    },
  };
}

/** A claim is not what it must be. */
export const unusable = refuse({ code: "claim_unusable" } as const);

/** What a check proves whose subject nobody screens. */
export function verified(claimsVerified: boolean): Result<Proof, never> {
  return ok({ booleanProofs: { claimsVerified }, subject: null });
}

/** The one claim at a path. */
export function only(claims: Json | undefined, path: readonly string[]): Json | undefined {
  return claims === undefined ? undefined : selectClaims(claims, path)[0];
}

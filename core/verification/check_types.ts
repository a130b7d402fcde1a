import type { CredentialQuery, DcqlQuery } from "../../standards/dcql/query.ts";
import { selectClaims } from "../../standards/dcql/select_claims.ts";
import type { Json } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { isOver18 } from "./age.ts";
import {
  type CheckRegistry,
  checkRegistry,
  type ClaimRefusal,
  unusableClaim,
} from "../presentation/check_definition.ts";
import type { Proof, VerificationCheck } from "./check_definition.ts";
import { CheckType } from "./check_type.ts";
import { Licence, Mandate, PidBirth, PidGuest, PidIdentity, PidPerson } from "./claims.ts";
import { isGivenTo } from "./mandate_holder.ts";
import { parsePid, pidQuery, subjectOf } from "./pid.ts";
import { readClaims, type ShownClaims } from "./read_claims.ts";

/** Claims of a PID that identify its holder. */
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

const mandateClaims = [
  "legal_person_identifier",
  "legal_name",
  "full_powers",
  "effective_from_date",
];

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
      claims: [...mandateClaims, "effective_until_date"].map((name) => ({
        id: name,
        path: [name],
      })),
      // A mandate without an end need not have one.
      claim_sets: [[...mandateClaims, "effective_until_date"], mandateClaims],
    },
  ],
  credential_sets: [{
    options: [["pid_corporate_mandate_verification", "por_corporate_mandate_verification"]],
    required: true,
  }],
};

/** Every check type (Verification §2; the open ones in the form that existing wallets answer). */
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
      const read = parsePid(PidIdentity, shownIn(claims, "pid_aml_identity"), today);
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
      const read = parsePid(PidGuest, shownIn(claims, "pid_str_guest_registration"), today);
      return read.ok ? verified(true) : read;
    },
  },
  "login-authentication": {
    version: 1,
    query: { credentials: [pidQuery("pid_login_authentication", "birthdate")] },
    needsCountry: false,
    delivers: "none",
    judge: (claims, today) => {
      const read = parsePid(PidBirth, shownIn(claims, "pid_login_authentication"), today);
      return read.ok ? verified(true) : read;
    },
  },
  "mobile-driving-licence": {
    version: 1,
    query: { credentials: [drivingLicence] },
    needsCountry: false,
    delivers: "none",
    judge: (claims, today) => {
      const { id: credential } = drivingLicence;
      const read = readClaims(Licence, {
        credential,
        claims: only(claims.get(credential), [mdlNameSpace]),
      });
      if (!read.ok) return read;
      const { expiry_date, driving_privileges } = read.value;
      // A licence that allows nothing to be driven is good, and not what was asked for.
      const isCurrent = Temporal.PlainDate.compare(today, expiry_date) <= 0;
      return verified(isCurrent && driving_privileges.length > 0);
    },
  },
  "corporate-mandate-verification": {
    version: 3,
    query: mandateQuery,
    needsCountry: false,
    delivers: "none",
    judge: (claims, today, { isByOneKey, showsAll }) => {
      const person = parsePid(
        PidPerson,
        shownIn(claims, "pid_corporate_mandate_verification"),
        today,
      );
      if (!person.ok) return person;
      const power = shownIn(claims, "por_corporate_mandate_verification");
      const read = readClaims(Mandate, power);
      if (!read.ok) return read;
      const { effective_from_date: from, effective_until_date: until } = read.value;
      // A holder who may leave claims out would leave out the end of a mandate that is over.
      if (until === undefined && !showsAll(power.credential)) {
        return unusableClaim(power.credential, "effective_until_date");
      }
      // Two keys may be two people's: then the power itself must say whose it is.
      const isPersons = isByOneKey || isGivenTo(power.claims, person.value);
      const { compare } = Temporal.PlainDate;
      const isCurrent = compare(from, today) <= 0 &&
        (until === undefined || until === null || compare(today, until) <= 0);
      // One that grants some powers and not all is good, and not what was asked for.
      return verified(isPersons && isCurrent && read.value.full_powers);
    },
  },
};

/** The checks by their template versions. */
export const checks: CheckRegistry<CheckType, VerificationCheck> = checkRegistry(checkTypes);

/**
 * Makes the check for 18 or older, by either credential. The birthdate is compared and not stored.
 */
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
      if (document !== undefined) {
        return ageProof(only(document, [ageDocument, "age_over_18"]), "av_age_over_18");
      }
      const birthdate = only(claims.get("pid_birthdate"), ["birthdate"]);
      return ageProof(isOver18(birthdate, today), "pid_birthdate", "birthdate");
    },
  };
}

/** The proof from an age claim, if it is valid. @param claim the claim that contains the age */
export function ageProof(
  ageOver18: unknown,
  credential: string,
  claim = "age_over_18",
): Result<Proof, ClaimRefusal> {
  return typeof ageOver18 === "boolean"
    ? ok({ booleanProofs: { ageOver18 }, subject: null })
    : unusableClaim(credential, claim);
}

/** The claims of one credential of an answer. */
function shownIn(claims: ReadonlyMap<string, Json>, credential: string): ShownClaims {
  return { credential, claims: claims.get(credential) };
}

/** The proof of a check without screening. */
export function verified(claimsVerified: boolean): Result<Proof, never> {
  return ok({ booleanProofs: { claimsVerified }, subject: null });
}

/** The only claim at a path. */
export function only(claims: Json | undefined, path: readonly string[]): Json | undefined {
  return claims === undefined ? undefined : selectClaims(claims, path)[0];
}

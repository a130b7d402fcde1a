import { isObject, type Json } from "../../base/json.ts";
import { ok } from "../../base/result.ts";
import type { CredentialQuery } from "../../standards/dcql/query.ts";
import { isOver18 } from "./age.ts";
import type { VerificationCheck } from "./check_definition.ts";
import type { CheckType } from "./check_type.ts";
import { ageProof, checkTypes, only, verified } from "./check_types.ts";
import { PidBirth, PidShownGuest, PidShownIdentity } from "./claims.ts";
import { parsePid, subjectOf } from "./pid.ts";
import { eitherPid, oneOf, shownPid } from "./wide_pid.ts";

/** Document type of a photo ID (ISO/IEC TS 23220-4, Annex C). */
export const photoIdDocument = "org.iso.23220.photoid.1";

/** Namespace of the holder's data in a photo ID (ISO/IEC 23220-2). */
const photoIdNameSpace = "org.iso.23220.1";

const photoId: CredentialQuery = {
  id: "photoid_age_over_18",
  format: "mso_mdoc",
  meta: { doctype_value: photoIdDocument },
  claims: ["age_over_18", "birth_date"].map((element) => ({
    id: element,
    path: [photoIdNameSpace, element],
  })),
  claim_sets: [["age_over_18"], ["birth_date"]],
};

const identity = ["given_name", "family_name", "birthdate", "nationalities"] as const;

/**
 * Every check type in its wide form (policy `verification.credentialQueries`). In addition to the
 * specified query it accepts a PID as a mobile document, a PID without nationalities, and a photo
 * ID for an age. Versions start at 101, so that none equals a later specified one. A check without
 * a wide form is the specified one.
 */
export const wideCheckTypes: Readonly<Record<CheckType, VerificationCheck>> = {
  ...checkTypes,
  "age-verification": ageCheck("age-verification"),
  "restricted-purchase-alcohol-18": ageCheck("restricted-purchase-alcohol-18"),
  "restricted-purchase-tobacco-18": ageCheck("restricted-purchase-tobacco-18"),
  "restricted-purchase-lottery-18": ageCheck("restricted-purchase-lottery-18"),
  "aml-identity": {
    ...checkTypes["aml-identity"],
    version: 101,
    query: eitherPid("pid_aml_identity", ...identity),
    judge: (claims, today) => {
      const read = parsePid(PidShownIdentity, shownPid(claims, "pid_aml_identity"), today);
      return read.ok
        ? ok({ booleanProofs: { claimsVerified: true }, subject: subjectOf(read.value) })
        : read;
    },
  },
  "str-guest-registration": {
    ...checkTypes["str-guest-registration"],
    version: 101,
    query: eitherPid("pid_str_guest_registration", ...identity, "document_number"),
    judge: (claims, today) => {
      const read = parsePid(PidShownGuest, shownPid(claims, "pid_str_guest_registration"), today);
      return read.ok ? verified(true) : read;
    },
  },
  "login-authentication": {
    ...checkTypes["login-authentication"],
    version: 101,
    query: eitherPid("pid_login_authentication", "birthdate"),
    judge: (claims, today) => {
      const read = parsePid(PidBirth, shownPid(claims, "pid_login_authentication"), today);
      return read.ok ? verified(true) : read;
    },
  },
};

/** Makes the check for 18 or older that also accepts a photo ID. */
function ageCheck(checkType: CheckType): VerificationCheck {
  const specified = checkTypes[checkType];
  return {
    ...specified,
    version: 101,
    query: oneOf(...specified.query.credentials, photoId),
    judge: (claims, today, holding) => {
      const document = claims.get(photoId.id);
      if (document === undefined) return specified.judge(claims, today, holding);
      const said = only(document, [photoIdNameSpace, "age_over_18"]);
      if (said !== undefined) return ageProof(said, photoId.id);
      const birthDate = birthDateOf(only(document, [photoIdNameSpace, "birth_date"]));
      return ageProof(isOver18(birthDate, today), photoId.id, "birth_date");
    },
  };
}

/**
 * Reads the date of birth in a photo ID: a date, or a map of a date with masked unknown digits
 * (ISO/IEC 23220-2 §6.3.1.1.3). A date with masked digits is unusable.
 */
function birthDateOf(value: Json | undefined): Json | undefined {
  if (!isObject(value)) return value;
  const { birth_date: date, approximate_mask: mask = "00000000" } = value;
  return mask === "00000000" ? date : undefined;
}

import { z } from "zod";
import { isVisibleText } from "../../base/visible_text.ts";
import { countryCode } from "../../standards/country/country.ts";

/**
 * Identifies an institution that issues academic credentials; operators choose the id (`admin
 * issuer put`).
 */
export const AcademicIssuerId = z.string().regex(
  /^[\x21-\x7e]{1,255}$/,
  "expected 1 to 255 visible ASCII characters",
).meta({ description: "The institution, by the id that the operator assigned" }).brand<
  "AcademicIssuerId"
>();
export type AcademicIssuerId = z.infer<typeof AcademicIssuerId>;

/** An institution that issues academic credentials, as wallets show it. */
export const AcademicIssuer = z.object({
  id: AcademicIssuerId,
  name: z.string(),
  /** ISO 3166-1 alpha-2; null if its certificate names none. */
  country: z.string().nullable(),
  /** A `data:` URI of an image; null: none. */
  logo: z.string().nullable(),
  /** `#rrggbb`; null: the wallet's default. */
  colour: z.string().nullable(),
}).readonly();
export type AcademicIssuer = z.infer<typeof AcademicIssuer>;

/** Maximum characters of an institution's name, the limit of certificates (X.520). */
const nameCharactersMax = 64;

/** An institution's appearance, as operators set it. */
export const InstitutionBrand = z.strictObject({
  name: z.string().refine(
    (name) => isVisibleText(name, nameCharactersMax),
    `expected 1 to ${nameCharactersMax} visible characters, single spaces between words`,
  ),
  country: z.string().refine(
    (code) => /^[A-Z]{2}$/.test(code) && countryCode(code) === code,
    "expected an ISO 3166-1 alpha-2 code, such as AT",
  ).nullable(),
  /** A `data:` URI, made of the image's bytes. */
  logo: z.string().nullable(),
  colour: z.string().regex(/^#[0-9a-f]{6}$/, "expected six hexadecimal digits").nullable(),
}).readonly();
export type InstitutionBrand = z.infer<typeof InstitutionBrand>;

/** The certifier of an institution's key: this deployment's issuing authority, or another CA. */
export const IssuerCertification = z.enum(["authority", "others"]);
export type IssuerCertification = z.infer<typeof IssuerCertification>;

/** Identifies a signatory of an institution; operators choose the id (`admin signatory put`). */
export const SignatoryId = z.string().regex(
  /^[\x21-\x7e]{1,255}$/,
  "expected 1 to 255 visible ASCII characters",
).meta({ description: "A signatory of the institution" }).brand<"SignatoryId">();
export type SignatoryId = z.infer<typeof SignatoryId>;

/** A person who prepares, rechecks or approves batches of an institution. */
export const Signatory = z.object({
  id: SignatoryId,
  academicIssuerId: AcademicIssuerId,
  name: z.string(),
  /** `sub` at the identity provider. */
  idpSubject: z.string(),
}).readonly();
export type Signatory = z.infer<typeof Signatory>;

import { z } from "zod";

/** Proofs that a client may request from a wallet (Verification §2). */
export const CheckType = z.enum([
  "age-verification",
  "aml-identity",
  "str-guest-registration",
  "login-authentication",
  "restricted-purchase-alcohol-18",
  "restricted-purchase-tobacco-18",
  "restricted-purchase-lottery-18",
  "mobile-driving-licence",
  "corporate-mandate-verification",
]).meta({ id: "CheckType" });
export type CheckType = z.infer<typeof CheckType>;

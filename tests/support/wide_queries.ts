import type { PolicyOverrides } from "../../core/policy/policy.ts";
import { tagged } from "../../sandbox/wallet/cbor.ts";
import type { Claims } from "./sandbox_wallet.ts";

/** A policy that permits sessions with many claims. */
export const wide = {
  verification: { credentialQueries: "wide" },
} as const satisfies PolicyOverrides;

/** A `full-date` of a mobile document (RFC 8943). */
export const day = (text: string) => tagged(1004, text);

/** A person on no list, as the PID in a mobile document describes her. */
export const ERIKA_MDOC: Claims = {
  given_name: "Erika",
  family_name: "Mustermann",
  birth_date: day("1984-08-12"),
  nationality: ["DE"],
};

/** Document type of a PID in a mobile document. */
export const pidDocument = "eu.europa.ec.eudi.pid.1";

import type { IssuancePorts } from "../core/credentials/ports.ts";

/** The ports that the issuing of credentials reaches and that are opened elsewhere. */
export type AbsentCredentials = Pick<
  IssuancePorts,
  | "academicIssuers"
  | "credentialBatches"
  | "credentialOffers"
  | "credentialStatuses"
  | "credentialTemplates"
  | "signatories"
>;

const none = () => Promise.resolve(null);
const never = () => {
  throw new Error("No institution is on file");
};

/** A deployment without institutions: nothing is on file, and nothing is written. */
export const absentCredentials: AbsentCredentials = {
  academicIssuers: { find: none, signer: none },
  credentialBatches: { find: none, prepare: never },
  credentialOffers: { findByCode: none, findByOfferId: none },
  credentialStatuses: {
    allocate: never,
    find: () => Promise.resolve("unknown"),
    list: none,
    revoke: never,
  },
  credentialTemplates: {
    add: never,
    approved: () => Promise.resolve([]),
    find: none,
    list: () => Promise.resolve({ templates: [], nextCursor: null }),
  },
  signatories: { find: none },
};

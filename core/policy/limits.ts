import { z } from "zod";
import { group, whole } from "./setting.ts";

const kib = 1_024;
const mib = 1_024 * kib;

/** Limits of a request (decisions.md parts 2, 5, 9 and 11). */
export const Limits = group({
  bodyBytesMax: whole({
    value: 256 * kib,
    min: kib,
    max: 16 * mib,
    reason: "A body: 100 addresses, 50 persons and a wallet's presentation fit several times",
  }),
  batchBodyBytesMax: whole({
    value: 8 * mib,
    min: kib,
    max: 64 * mib,
    reason: "The body of a batch: 5,000 students of 1.6 KiB, 20,000 customers of 0.4 KiB",
  }),
  screeningBatchItemsMax: whole({
    value: 20_000,
    min: 1,
    max: 50_000,
    reason: "Items of one batch of screenings: a bank's customers of a night in a few of them",
  }),
  unfinishedBatchesMax: whole({
    value: 5,
    min: 1,
    max: 100,
    reason: "Batches of screenings of one client that have not ended",
  }),
  documentBodyBytesMax: whole({
    value: 14 * mib,
    min: kib,
    max: 128 * mib,
    reason: "The body of seal and sign: the largest document in base64, and some room",
  }),
  documentBytesMax: whole({
    value: 10 * mib,
    min: kib,
    max: 96 * mib,
    reason: "A PDF to seal or sign: a long contract with scanned pages",
  }),
  longBodiesBytesMax: whole({
    value: 112 * mib,
    min: 2 * kib,
    max: 1_024 * mib,
    reason:
      "Bodies of documents and batches in a process's memory, half of it for one client: eight of the largest, each of which needs some 90 MB until it is answered",
  }),
  nameCharactersMax: whole({
    value: 500,
    min: 50,
    max: 2_000,
    reason: "A name: longer than any listed one",
  }),
  walletAddressesMax: whole({
    value: 100,
    min: 1,
    max: 1_000,
    reason: "Wallet addresses of one screening: a customer's whole address book",
  }),
  sameActorAddressesMax: whole({
    value: 100,
    min: 0,
    max: 1_000,
    reason: "Other addresses of an actor that a score lists: an exchange has 100,000",
  }),
  scoredTagsBytesMax: whole({
    value: 128 * kib,
    min: 4 * kib,
    max: 256 * kib,
    reason: "Tags that a score lists: 28 of one address, the most that GraphSense has, take 13 KiB",
  }),
  kybPersonsMax: whole({
    value: 50,
    min: 1,
    max: 200,
    reason: "Owners and directors of one onboarding: each is screened",
  }),
  notesCharactersMax: whole({
    value: 4_000,
    min: 100,
    max: 20_000,
    reason: "A reviewer's notes: two pages",
  }),
  decisionReviewsMax: whole({
    value: 500,
    min: 10,
    max: 2_000,
    reason: "Reviews of one decision: each answers all of them; no honest team needs a tenth",
  }),
  batchRowsMax: whole({
    value: 5_000,
    min: 1,
    max: 10_000,
    reason: "Students of one batch: a year's graduates of a faculty",
  }),
  schemaBytesMax: whole({
    value: 32 * kib,
    min: kib,
    max: 48 * kib,
    reason: "The claims schema of a template: a transcript of several levels needs a third of it",
  }),
  schemaDepthMax: whole({
    value: 32,
    min: 4,
    max: 64,
    reason: "Levels of a claims schema: each level of claims needs two",
  }),
  schemaAlternativesMax: whole({
    value: 64,
    min: 1,
    max: 1_000,
    reason: "Members of anyOf, oneOf and allOf of one claims schema: each is tried",
  }),
  schemaStepsMax: whole({
    value: 20_000,
    min: 1_000,
    max: 1_000_000,
    reason: "Steps of validating one student's claims: ten claims take about 50, 20,000 take 5 ms",
  }),
  batchSchemaStepsMax: whole({
    value: 4_000_000,
    min: 1_000,
    max: 100_000_000,
    reason:
      "Steps of validating all students of one batch: 8 MiB of the examples' claims take 2,200,000, and 4,000,000 take a second",
  }),
  batchRowBytesMax: whole({
    value: 32 * kib,
    min: kib,
    max: 256 * kib,
    reason: "One student of a batch as JSON: a transcript of a hundred modules needs half of it",
  }),
  listRowsDefault: whole({
    value: 20,
    min: 1,
    max: 500,
    reason: "Default number of sessions in a list",
  }),
  listRowsMax: whole({
    value: 100,
    min: 1,
    max: 500,
    reason: "Sessions that a list answers at most: one read of the store",
  }),
  ipv6PrefixBits: whole({
    value: 64,
    min: 32,
    max: 128,
    reason: "Bits of an IPv6 source that count for limits: one subscriber has a whole /64",
  }),
}).superRefine((limits, context) => {
  const inBase64 = 4 * Math.ceil(limits.documentBytesMax / 3);
  if (inBase64 > limits.documentBodyBytesMax) {
    context.addIssue({
      code: "custom",
      path: ["documentBodyBytesMax"],
      message: `a document of documentBytesMax is ${inBase64} bytes in base64 and would not fit`,
    });
  }
  const longest = Math.max(limits.documentBodyBytesMax, limits.batchBodyBytesMax);
  if (limits.longBodiesBytesMax < 2 * longest) {
    context.addIssue({
      code: "custom",
      path: ["longBodiesBytesMax"],
      message: `a client has half of it, and the longest body has ${longest} bytes`,
    });
  }
  if (limits.listRowsDefault > limits.listRowsMax) {
    context.addIssue({
      code: "custom",
      path: ["listRowsDefault"],
      message: "is over listRowsMax",
    });
  }
});
export type Limits = z.infer<typeof Limits>;

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
    reason: "A body",
  }),
  batchBodyBytesMax: whole({
    value: 8 * mib,
    min: kib,
    max: 64 * mib,
    reason: "The body of a batch",
  }),
  screeningBatchItemsMax: whole({
    value: 20_000,
    min: 1,
    max: 50_000,
    reason: "Items of one batch of screenings",
  }),
  unfinishedBatchesMax: whole({
    value: 5,
    min: 1,
    max: 100,
    reason: "Unfinished batches of screenings of a client",
  }),
  documentBodyBytesMax: whole({
    value: 14 * mib,
    min: kib,
    max: 128 * mib,
    reason: "The body of seal and sign",
  }),
  documentBytesMax: whole({
    value: 10 * mib,
    min: kib,
    max: 96 * mib,
    reason: "A PDF to seal or sign",
  }),
  longBodiesBytesMax: whole({
    value: 112 * mib,
    min: 2 * kib,
    max: 1_024 * mib,
    reason:
      "Bodies of documents and batches in a process's memory, half for one client; the largest needs some 90 MB",
  }),
  nameCharactersMax: whole({
    value: 500,
    min: 50,
    max: 2_000,
    reason: "A name",
  }),
  walletAddressesMax: whole({
    value: 100,
    min: 1,
    max: 1_000,
    reason: "Wallet addresses of one screening",
  }),
  sameActorAddressesMax: whole({
    value: 100,
    min: 0,
    max: 1_000,
    reason: "Other addresses of an actor that a score lists",
  }),
  scoredTagsBytesMax: whole({
    value: 128 * kib,
    min: 4 * kib,
    max: 256 * kib,
    reason: "Tags that a score lists",
  }),
  kybPersonsMax: whole({
    value: 50,
    min: 1,
    max: 200,
    reason: "Owners and directors of one onboarding",
  }),
  notesCharactersMax: whole({
    value: 4_000,
    min: 100,
    max: 20_000,
    reason: "A reviewer's notes",
  }),
  decisionReviewsMax: whole({
    value: 500,
    min: 10,
    max: 2_000,
    reason: "Reviews of one decision",
  }),
  batchRowsMax: whole({
    value: 5_000,
    min: 1,
    max: 10_000,
    reason: "Students of one batch",
  }),
  schemaBytesMax: whole({
    value: 32 * kib,
    min: kib,
    max: 48 * kib,
    reason: "The claims schema of a template",
  }),
  schemaDepthMax: whole({
    value: 32,
    min: 4,
    max: 64,
    reason: "Levels of a claims schema; claims need two each",
  }),
  schemaAlternativesMax: whole({
    value: 64,
    min: 1,
    max: 1_000,
    reason: "Members of anyOf, oneOf and allOf of a claims schema",
  }),
  schemaStepsMax: whole({
    value: 20_000,
    min: 1_000,
    max: 1_000_000,
    reason: "Steps of validating one student; ten claims take about 50",
  }),
  batchSchemaStepsMax: whole({
    value: 4_000_000,
    min: 1_000,
    max: 100_000_000,
    reason: "Steps of validating a batch: 4,000,000 take a second",
  }),
  batchRowBytesMax: whole({
    value: 32 * kib,
    min: kib,
    max: 256 * kib,
    reason: "One student of a batch as JSON",
  }),
  listRowsDefault: whole({
    value: 20,
    min: 1,
    max: 500,
    reason: "Sessions in a list by default",
  }),
  listRowsMax: whole({
    value: 100,
    min: 1,
    max: 500,
    reason: "Sessions in a list at most",
  }),
  ipv6PrefixBits: whole({
    value: 64,
    min: 32,
    max: 128,
    reason: "Bits of an IPv6 source that count for limits",
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

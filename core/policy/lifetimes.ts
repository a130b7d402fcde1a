import type { z } from "zod";
import { group, whole } from "./setting.ts";

/** Lifetimes. Each is judged by the clock when the record is read. */
export const Lifetimes = group({
  verificationSessionMinutes: whole({
    value: 10,
    min: 1,
    max: 60,
    reason: "A pending verification session",
  }),
  sessionTokenHours: whole({
    value: 24,
    min: 1,
    max: 168,
    reason: "A session token, past its session's end",
  }),
  undecidedSessionDays: whole({
    value: 30,
    min: 1,
    max: 365,
    reason: "A verification session without a decision, past its end",
  }),
  undecidedLoginHours: whole({
    value: 24,
    min: 1,
    max: 720,
    reason: "A login session without a decision, past its end",
  }),
  playgroundWalletHours: whole({
    value: 24,
    min: 1,
    max: 720,
    reason: "A wallet of the playground, after its last change",
  }),
  sandboxUsageDays: whole({
    value: 7,
    min: 1,
    max: 400,
    reason: "Counts of requests and decisions in a sandbox; 400 in live",
  }),
  evidencePackDays: whole({
    value: 30,
    min: 1,
    max: 365,
    reason: "An evidence pack that was not fetched",
  }),
  disclosedClaimsDays: whole({
    value: 30,
    min: 1,
    max: 365,
    reason: "Claims that an employer did not fetch",
  }),
  authorizationRequestMinutes: whole({
    value: 5,
    min: 1,
    max: 30,
    reason: "A login page and its QR code: a code shown long is sent on",
  }),
  loginCodeSeconds: whole({
    value: 60,
    min: 10,
    max: 600,
    reason: "A login code (RFC 6749 §4.1.2 allows 10 minutes)",
  }),
  loginSsoHours: whole({
    value: 8,
    min: 1,
    max: 24,
    reason: "The single-sign-on cookie: a working day",
  }),
  loginAccessTokenMinutes: whole({
    value: 5,
    min: 1,
    max: 60,
    reason: "The login's access token, which grants no access",
  }),
  idTokenMinutes: whole({
    value: 5,
    min: 1,
    max: 60,
    reason: "An id_token",
  }),
  stepUpSeconds: whole({
    value: 300,
    min: 30,
    max: 3_600,
    reason: "Age of a signatory's login for an approval",
  }),
  preAuthorizedCodeDays: whole({
    value: 7,
    min: 1,
    max: 90,
    reason: "A credential offer",
  }),
  credentialAccessTokenMinutes: whole({
    value: 5,
    min: 1,
    max: 60,
    reason: "A wallet's access token",
  }),
  credentialNonceMinutes: whole({
    value: 5,
    min: 1,
    max: 60,
    reason: "A c_nonce",
  }),
  enrolmentDays: whole({
    value: 365,
    min: 1,
    max: 3_650,
    reason: "An enrolment credential; others hold as long as their issuer's certificate",
  }),
  batchRowDays: whole({
    value: 90,
    min: 1,
    max: 365,
    reason: "Students' rows that were not redeemed",
  }),
  screeningBatchHours: whole({
    value: 24,
    min: 1,
    max: 168,
    reason: "A batch of screenings that does not end",
  }),
  batchResultDays: whole({
    value: 30,
    min: 1,
    max: 365,
    reason: "Results of a batch of screenings, past its hours",
  }),
  kybDraftDays: whole({
    value: 30,
    min: 1,
    max: 365,
    reason: "An onboarding draft that no human accepted",
  }),
  kybRecordDays: whole({
    value: 1_827,
    min: 1,
    max: 3_653,
    reason: "A KYB record past the end of the relation (Regulation (EU) 2024/1624 art. 77)",
  }),
});
export type Lifetimes = z.infer<typeof Lifetimes>;

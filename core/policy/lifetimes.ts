import type { z } from "zod";
import { group, whole } from "./setting.ts";

/** Lifetimes. Each is judged by the clock when the record is read. */
export const Lifetimes = group({
  verificationSessionMinutes: whole({
    value: 10,
    min: 1,
    max: 60,
    reason: "A pending verification session: time to find the phone and unlock the wallet",
  }),
  sessionTokenHours: whole({
    value: 24,
    min: 1,
    max: 168,
    reason: "A session token past its session's end: a page left open overnight reads the result",
  }),
  undecidedSessionDays: whole({
    value: 30,
    min: 1,
    max: 365,
    reason:
      "A verification session past its end that came to no decision: its client has read so, and a sandbox's are anybody's",
  }),
  undecidedLoginHours: whole({
    value: 24,
    min: 1,
    max: 720,
    reason:
      "Retention of an undecided login session after its end, since anyone who opens the page begins one",
  }),
  playgroundWalletHours: whole({
    value: 24,
    min: 1,
    max: 720,
    reason:
      "The wallet of a prospect in a sandbox's playground, after its last change: tomorrow it begins anew",
  }),
  sandboxUsageDays: whole({
    value: 7,
    min: 1,
    max: 400,
    reason:
      "Retention of counts of requests and decisions in a sandbox, whose callers choose client ids freely; 400 in live",
  }),
  evidencePackDays: whole({
    value: 30,
    min: 1,
    max: 365,
    reason: "Retention of an evidence pack that was not fetched, since it contains personal data",
  }),
  disclosedClaimsDays: whole({
    value: 30,
    min: 1,
    max: 365,
    reason: "Retention of claims that an employer did not fetch, since they are personal data",
  }),
  authorizationRequestMinutes: whole({
    value: 5,
    min: 1,
    max: 30,
    reason: "A login page and its QR code: short, because a code shown long is a code sent on",
  }),
  loginCodeSeconds: whole({
    value: 60,
    min: 10,
    max: 600,
    reason: "A one-time login code (RFC 6749 §4.1.2 allows 10 minutes): relying parties are quick",
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
    reason: "The login's access token, which grants no access: RFC 6749 §5.1 requires one",
  }),
  idTokenMinutes: whole({
    value: 5,
    min: 1,
    max: 60,
    reason: "An id_token: read once by the relying party, right away",
  }),
  stepUpSeconds: whole({
    value: 300,
    min: 30,
    max: 3_600,
    reason: "Age of the signatory's authentication at which a batch may still be approved",
  }),
  preAuthorizedCodeDays: whole({
    value: 7,
    min: 1,
    max: 90,
    reason: "A credential offer: students read their mail within a week",
  }),
  credentialAccessTokenMinutes: whole({
    value: 5,
    min: 1,
    max: 60,
    reason: "A wallet's access token, with which it requests the credential immediately",
  }),
  credentialNonceMinutes: whole({
    value: 5,
    min: 1,
    max: 60,
    reason: "A c_nonce: a wallet signs its key proof with it immediately, or fetches another",
  }),
  enrolmentDays: whole({
    value: 365,
    min: 1,
    max: 3_650,
    reason:
      "An enrolment credential: an academic year; degrees and modules hold as long as their issuer's certificate",
  }),
  batchRowDays: whole({
    value: 90,
    min: 1,
    max: 365,
    reason: "Students' rows that were not redeemed; redeemed ones are deleted at once",
  }),
  screeningBatchHours: whole({
    value: 24,
    min: 1,
    max: 168,
    reason: "A batch of screenings that does not end: its rows are personal data",
  }),
  batchResultDays: whole({
    value: 30,
    min: 1,
    max: 365,
    reason: "Results of a batch of screenings, past the hours in which it may end",
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
    reason:
      "A KYB record past the end of the relation: five years (Regulation (EU) 2024/1624 art. 77)",
  }),
});
export type Lifetimes = z.infer<typeof Lifetimes>;

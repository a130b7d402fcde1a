import { defineKey } from "./store/define_key.ts";

/** Where a verification session stands. */
export const verificationSessions = defineKey({
  name: "verification_session",
  parts: ["sessionId"],
  value: "request, state and decision of a session, encrypted",
  lifetime: "erasure; undecided, 30 days (`undecidedSessionDays`)",
  personal: "no: booleans, classes and hashes",
  protected: "encrypted",
});

/** The sessions of a client, in the order of time. */
export const clientSessions = defineKey({
  name: "client_session",
  parts: ["clientId", "mode", "sessionId"],
  value: "`{ expiresAt? }`: a session of the client",
  lifetime: "as the session",
  personal: "no",
  protected: null,
});

/** Where the evidence pack of a session waits for its delivery. */
export const evidencePacks = defineKey({
  name: "evidence_pack",
  parts: ["sessionId"],
  value: "`{ ciphertext, expiresAt }`: a JWE to the client",
  lifetime: "until its delivery, 30 days at most (`evidencePackDays`)",
  personal: "yes: the claims of the check",
  protected: "encrypted to the client's own key: nobody else opens it",
});

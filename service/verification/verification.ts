import { openKeyedQueue } from "../../base/keyed_queue.ts";
import { waitingAnswersMax } from "../../core/presentation/answer_session_serially.ts";
import { openGrowingAnchors } from "../../core/presentation/anchor_source.ts";
import { mergeAnchors, type TrustAnchor } from "../../core/presentation/trust_anchors.ts";
import { findSandboxFirst } from "../../core/presentation/sandbox_statuses.ts";
import { openIssuerTrust } from "../../core/presentation/trusted_issuer.ts";
import type { VerificationPorts } from "../../core/verification/ports.ts";
import { type Connect, connectPublic } from "../../gateways/http/connect.ts";
import { openStatusLists } from "../../gateways/status_lists/status_lists.ts";
import { openEvidencePacks } from "../../kv/verification/evidence_packs.ts";
import type { DataKeys } from "../../kv/keys/data_keys.ts";
import { openSubjects } from "../../kv/login/login_subjects.ts";
import { openSessionTokens } from "../../kv/verification/session_tokens.ts";
import type { Store } from "../../kv/store/store.ts";
import { openVerificationSessions } from "../../kv/verification/verification_sessions.ts";
import { openVerifyChainCached } from "../../standards/x509/verify_chain_cached.ts";
import type { Config } from "../config/config.ts";
import { type OwnCredentials, revocationsWithOwn } from "../credentials/own_credentials.ts";
import type { OpenedRuntime } from "../process/runtime.ts";
import { sandboxAuthority, sandboxEvidenceKey } from "../../sandbox/invented/credentials.ts";
import type { Trust } from "./trust.ts";

/** The ports of verification that are opened here, for one mode. */
export type VerificationModePorts = Pick<
  VerificationPorts,
  | "answerQueue"
  | "presentation"
  | "revocations"
  | "sessionTokens"
  | "subjects"
  | "trust"
  | "verification"
  | "verificationSessions"
>;

/**
 * Opens the verification of each mode: only the sandbox also trusts its own authority.
 *
 * @returns null as `live` in a sandbox deployment
 */
export function openVerification(
  { mode, baseUrl, responseMode, policy: { lifetimes, statusLists, verification } }: Config,
  runtime: OpenedRuntime,
  {
    store,
    keys,
    trust: { identity, signer, verifierInfo, anchors },
    own,
    connect = connectPublic(),
  }: {
    readonly store: Store;
    readonly keys: DataKeys;
    readonly trust: Trust;
    readonly own: OwnCredentials;
    /** Connects to the issuers of credentials, instead of the Internet. */
    readonly connect?: Connect | undefined;
  },
): { readonly sandbox: VerificationModePorts; readonly live: VerificationModePorts | null } {
  const verifyChain = openVerifyChainCached();
  const shared = {
    answerQueue: openKeyedQueue(waitingAnswersMax),
    verificationSessions: openVerificationSessions({
      ...runtime,
      store,
      deliveries: openEvidencePacks({ ...runtime, store, packDays: lifetimes.evidencePackDays }),
      atRest: keys["at-rest"],
      undecidedHours: {
        api: 24 * lifetimes.undecidedSessionDays,
        login: lifetimes.undecidedLoginHours,
      },
    }),
    sessionTokens: openSessionTokens(keys["session-token"]),
    subjects: openSubjects(keys.pairwise),
    presentation: {
      baseUrl,
      identity,
      responseMode,
      signer,
      verifierInfo,
      rules: { ...verification, tokenHours: lifetimes.sessionTokenHours },
    },
  };
  const believing = (configured: () => readonly TrustAnchor[]) => {
    const anchors = openGrowingAnchors({ configured, growing: own.anchors });
    const trust = openIssuerTrust({ anchors, verifyChain });
    const others = openStatusLists({
      ...runtime,
      trust,
      rules: statusLists,
      skewSeconds: verification.clockSkewSeconds,
      deadline: AbortSignal.timeout,
      connect,
    });
    return { ...shared, trust, revocations: revocationsWithOwn({ baseUrl }, own, others) };
  };
  const operators = () => anchors.inForce.current().anchors;
  const rules = { ...verification, sessionMinutes: lifetimes.verificationSessionMinutes };
  const sandboxPorts = believing(besideOwn(operators));
  return {
    sandbox: {
      ...sandboxPorts,
      revocations: findSandboxFirst(sandboxPorts.revocations),
      verification: { rules, sandboxPackKey: sandboxEvidenceKey() },
    },
    live: mode !== "live"
      ? null
      : { ...believing(operators), verification: { rules, sandboxPackKey: null } },
  };
}

/**
 * The operator's anchors and the sandbox's authority: the same array as long as the operator's is.
 */
function besideOwn(operators: () => readonly TrustAnchor[]): () => readonly TrustAnchor[] {
  let last: { readonly from: readonly TrustAnchor[]; readonly all: readonly TrustAnchor[] } | null =
    null;
  return () => {
    const from = operators();
    if (last?.from !== from) last = { from, all: mergeAnchors([...from, sandboxAuthority()]) };
    return last.all;
  };
}

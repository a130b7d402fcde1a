import { openKeyedQueue } from "../base/keyed_queue.ts";
import { waitingAnswersMax } from "../core/presentation/answer_session_serially.ts";
import { mergeAnchors, type TrustAnchor } from "../core/presentation/trust_anchors.ts";
import { openIssuerTrust } from "../core/presentation/trusted_issuer.ts";
import type { VerificationPorts } from "../core/verification/ports.ts";
import { type Connect, connectPublic } from "../gateways/http/connect.ts";
import { openStatusLists } from "../gateways/status_lists/status_lists.ts";
import { openEvidencePacks } from "../kv/evidence_packs.ts";
import type { DataKeys } from "../kv/keys/data_keys.ts";
import { openSessionTokens } from "../kv/session_tokens.ts";
import type { Store } from "../kv/store/store.ts";
import { openVerificationSessions } from "../kv/verification_sessions.ts";
import { openVerifyChainCached } from "../standards/x509/verify_chain_cached.ts";
import type { Config } from "./config/config.ts";
import type { Runtime } from "./runtime.ts";
import { sandboxAuthority, sandboxEvidenceKey } from "./sandbox/credentials.ts";
import type { Trust } from "./trust.ts";

/** What the sessions of a deployment are made of. */
export interface OpenPresentation {
  readonly keys: DataKeys;
  readonly trust: Trust;
  readonly store: Store;
  /** Reaches the issuers of credentials, in place of the Internet. */
  readonly connect?: Connect | undefined;
}

/** The ports of sessions that both modes share, and those by which the modes differ. */
export interface OpenedPresentation {
  readonly common: Pick<
    VerificationPorts,
    "answerQueue" | "sessions" | "sessionTokens" | "presentation"
  >;
  readonly sandbox: ModePorts;
  /** Opened in a live deployment only. */
  readonly live: () => ModePorts;
}

type ModePorts = Pick<VerificationPorts, "trust" | "revocations" | "verification">;

/** Opens the sessions of wallets: what is asked, whose credentials are believed, what is kept. */
export function openPresentation(
  { baseUrl, policy }: Config,
  outside: Required<Runtime>,
  { keys, trust: { identity, signer, anchors }, store, connect = connectPublic() }:
    OpenPresentation,
): OpenedPresentation {
  const { lifetimes, statusLists, verification } = policy;
  const verifyChain = openVerifyChainCached();
  const believing = (anchors: readonly TrustAnchor[]) => {
    const trust = openIssuerTrust({ anchors, verifyChain });
    const revocations = openStatusLists({
      ...outside,
      trust,
      rules: statusLists,
      skewSeconds: verification.clockSkewSeconds,
      deadline: AbortSignal.timeout,
      connect,
    });
    return { trust, revocations };
  };
  const rules = { ...verification, sessionMinutes: lifetimes.verificationSessionMinutes };
  const packs = openEvidencePacks({ ...outside, store, packDays: lifetimes.evidencePackDays });
  return {
    common: {
      answerQueue: openKeyedQueue(waitingAnswersMax),
      sessions: openVerificationSessions({
        ...outside,
        store,
        packs,
        atRest: keys["at-rest"],
        undecidedDays: lifetimes.undecidedSessionDays,
      }),
      sessionTokens: openSessionTokens(keys["session-token"]),
      presentation: {
        baseUrl,
        identity,
        signer,
        rules: { ...verification, tokenHours: lifetimes.sessionTokenHours },
      },
    },
    sandbox: {
      ...believing(mergeAnchors([...anchors, sandboxAuthority()])),
      verification: { rules, sandboxPackKey: sandboxEvidenceKey() },
    },
    live: () => ({ ...believing(anchors), verification: { rules, sandboxPackKey: null } }),
  };
}

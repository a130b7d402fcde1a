import type { Config } from "./config/config.ts";
import type { Ports } from "../core/ports.ts";
import { mergeAnchors, type TrustAnchor } from "../core/verification/trust_anchors.ts";
import { type Connect, connectPublic } from "../gateways/http/connect.ts";
import { openStatusLists } from "../gateways/status_lists/status_lists.ts";
import type { DataKeys } from "../kv/keys/data_keys.ts";
import { openSessionTokens } from "../kv/session_tokens.ts";
import type { Store } from "../kv/store/store.ts";
import { openVerificationSessions } from "../kv/verification_sessions.ts";
import type { OpenedRuntime } from "./runtime.ts";
import { sandboxAuthority, sandboxEvidenceKey } from "./sandbox/credentials.ts";
import type { Trust } from "./trust.ts";

/** What verification reaches, of one mode. */
export type VerificationPorts = Pick<
  Ports,
  "revocations" | "sessions" | "sessionTokens" | "verification"
>;

/**
 * Opens the verification of each mode: the sandbox believes its own authority too, live never.
 *
 * @returns null as `live` in a sandbox deployment
 */
export function openVerification(
  { mode, baseUrl, policy: { lifetimes, statusLists, verification: rules } }: Config,
  runtime: OpenedRuntime,
  { store, keys, trust, connect = connectPublic() }: {
    readonly store: Store;
    readonly keys: DataKeys;
    readonly trust: Trust;
    /** Reaches the issuers of credentials, in place of the Internet. */
    readonly connect?: Connect | undefined;
  },
): { readonly sandbox: VerificationPorts; readonly live: VerificationPorts | null } {
  const shared = {
    sessions: openVerificationSessions({
      ...runtime,
      store,
      atRest: keys["at-rest"],
      packDays: lifetimes.evidencePackDays,
      undecidedDays: lifetimes.undecidedSessionDays,
    }),
    sessionTokens: openSessionTokens(keys["session-token"]),
  };
  const settings = {
    baseUrl,
    ...trust,
    rules: {
      ...rules,
      sessionMinutes: lifetimes.verificationSessionMinutes,
      tokenHours: lifetimes.sessionTokenHours,
    },
  };
  const revocationsOf = (anchors: readonly TrustAnchor[]) =>
    openStatusLists({
      ...runtime,
      anchors,
      rules: statusLists,
      skewSeconds: rules.clockSkewSeconds,
      deadline: AbortSignal.timeout,
      connect,
    });
  const anchors = mergeAnchors([...trust.anchors, sandboxAuthority()]);
  return {
    sandbox: {
      ...shared,
      revocations: revocationsOf(anchors),
      verification: { ...settings, anchors, sandboxPackKey: sandboxEvidenceKey() },
    },
    live: mode !== "live" ? null : {
      ...shared,
      revocations: revocationsOf(trust.anchors),
      verification: { ...settings, sandboxPackKey: null },
    },
  };
}

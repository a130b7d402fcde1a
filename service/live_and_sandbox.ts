import type { Config } from "./config/config.ts";
import { type Connect, connectPublic } from "../gateways/http/connect.ts";
import { openStatusLists } from "../gateways/status_lists/status_lists.ts";
import type { Ports } from "../routes/http/ports.ts";
import type { Revocations } from "../core/verification/ports.ts";
import { sandboxAuthority, sandboxEvidenceKey } from "./sandbox/credentials.ts";
import { noShadow } from "../core/screening/shadow_vector.ts";
import { mergeAnchors, type TrustAnchor } from "../core/verification/trust_anchors.ts";
import type { Adapters } from "./adapters.ts";
import type { Engines } from "./engines.ts";
import { openAuditTrail } from "../kv/audit/audit_export.ts";
import { openSessionTokens } from "../kv/session_tokens.ts";
import type { Store } from "../kv/store/store.ts";
import { openStoreProbe } from "../kv/store/store_probe.ts";
import { openVerificationSessions } from "../kv/verification_sessions.ts";
import type { Runtime } from "./runtime.ts";
import type { Trust } from "./trust.ts";

/** What the modes of a deployment are made of. */
export interface OpenModes {
  readonly adapters: Adapters;
  readonly engines: Engines;
  readonly trust: Trust;
  readonly store: Store;
  /** Reaches the issuers of credentials, in place of the Internet. */
  readonly connect?: Connect | undefined;
}

/** What operations reach in the sandbox and, in a live deployment, in live. */
export function openModes(
  config: Config,
  outside: Required<Runtime>,
  { adapters, engines, trust, store, connect = connectPublic() }: OpenModes,
): { readonly sandbox: Ports; readonly live?: Ports } {
  const { policy: { lifetimes, ...policy }, baseUrl } = config;
  const { clock, lifecycle, log, pause, random, telemetry } = outside;
  const { audit, checkpoints, clients, decisions, keys, replays, shadow, usage } = adapters;
  const { matcher, rules, lists } = engines;
  const deadline = AbortSignal.timeout;
  const revocationsOf = (anchors: readonly TrustAnchor[]): Revocations =>
    openStatusLists({
      anchors,
      rules: policy.statusLists,
      skewSeconds: policy.verification.clockSkewSeconds,
      clock,
      log,
      deadline,
      connect,
      telemetry,
    });
  const common = {
    audit,
    auditTrail: openAuditTrail({ store, log, checkpoints }),
    clients,
    clock,
    decisions,
    lifecycle,
    log,
    matcher,
    random,
    replays,
    rules,
    sessions: openVerificationSessions({
      store,
      clock,
      random,
      pause,
      atRest: keys["at-rest"],
      packDays: lifetimes.evidencePackDays,
      undecidedDays: lifetimes.undecidedSessionDays,
    }),
    sessionTokens: openSessionTokens(keys["session-token"]),
    storeProbe: openStoreProbe({ store, clock, log, rules: policy.server, deadline }),
    telemetry,
    usage,
  };
  const verification = {
    baseUrl,
    ...trust,
    rules: {
      ...policy.verification,
      sessionMinutes: lifetimes.verificationSessionMinutes,
      tokenHours: lifetimes.sessionTokenHours,
    },
  };
  const anchors = mergeAnchors([...trust.anchors, sandboxAuthority()]);
  const sandbox: Ports = {
    ...common,
    lists: lists.sandbox,
    revocations: revocationsOf(anchors),
    shadow: noShadow,
    verification: { ...verification, anchors, sandboxPackKey: sandboxEvidenceKey() },
  };
  if (lists.live === null) return { sandbox };
  const live: Ports = {
    ...common,
    lists: lists.live,
    revocations: revocationsOf(trust.anchors),
    shadow: shadow?.shadow ?? noShadow,
    verification: { ...verification, sandboxPackKey: null },
  };
  return { sandbox, live };
}

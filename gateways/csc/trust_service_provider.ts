import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { ok, refuse } from "../../base/result.ts";
import type { SealRules } from "../../core/policy/seal.ts";
import type { TrustServiceProvider } from "../../core/seal/ports.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import { answersAll, authorize } from "./authorize.ts";
import { openCalls } from "./calls.ts";
import { badAnswer } from "./service_info.ts";
import { openSessions } from "./session.ts";
import { openSpared } from "./spared.ts";
import { listCredentials, openCredentials, signOnce } from "./steps.ts";
import { holdCredential } from "./usable_credential.ts";

/** A trust service and this service's account there. */
export interface TrustService {
  /**
   * Base URL of the service with its version, such as `https://rssp.example/csc/v2`, without a
   * final slash.
   */
  readonly url: string;
  readonly clientId: string;
  /** Never in a log, a message or an answer. */
  readonly clientSecret: string;
}

/** Dependencies of {@link openTrustServiceProvider}. */
export interface TrustServiceDependencies {
  readonly service: TrustService;
  readonly rules: SealRules;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Telemetry;
  /** Aborts after a number of milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
}

/** The calls of every act. */
const methods = ["credentials/info", "credentials/authorize", "signatures/signHash"] as const;

/**
 * Opens a trust service provider by CSC API v2, or v1.0.4 if its `info` states it. A circuit
 * breaker pauses calls to a failing provider. Calls that could sign twice are never repeated.
 *
 * Log records: `trust_service_call_failed` (calls.ts); `trust_service_breaker` when the breaker
 * opens (`opened`) and closes (`closed`).
 */
export function openTrustServiceProvider(
  { service, rules, clock, log, telemetry, deadline }: TrustServiceDependencies,
): TrustServiceProvider {
  const call = openCalls({ rules, clock, log, telemetry, deadline });
  const sessions = openSessions({ ...service, call, clock, log });
  const readCredential = openCredentials();
  const spared = openSpared({ rules, clock, log, telemetry });

  return {
    describe: (signal) => spared(signal, () => sessions.describe(signal)),
    listCredentials: (signal) =>
      spared(signal, async () => {
        const begun = await sessions.begin({ methods: ["credentials/list"], seconds: 0 }, signal);
        return begun.ok ? await listCredentials(begun.value) : begun;
      }),
    findCredential: ({ credentialId, act }, signal) =>
      spared(signal, async () => {
        // Whatever the act needs of the token comes after this.
        const begun = await sessions.begin({ methods, seconds: rules.actSeconds }, signal);
        if (!begun.ok) return begun;
        const said = await readCredential(begun.value, credentialId);
        if (!said.ok) return said;
        const held = holdCredential(said.value, { act, now: clock.now() });
        if (held.ok) return ok({ credentialId, provider: begun.value.provider, ...held.value });
        return held.refusal.code === "bad_answer" ? refuse(badAnswer) : refuse(held.refusal);
      }),
    signHash: async ({ credential, hash, authorization }, signal) => {
      if (!answersAll(credential.authenticationObjectIds, authorization)) {
        return refuse({ code: "authorization_data_rejected" });
      }
      const pin = authorization === null
        ? null
        : { objectId: authorization.pinObjectId, value: authorization.pin };
      const held = [
        credential.credentialId,
        hash.toBase64(),
        hash.toHex(),
        ...(pin === null ? [] : [pin.value, pin.objectId]),
      ];
      return await spared(signal, async () => {
        const begun = await sessions.begin({ methods, seconds: 0 }, signal);
        if (!begun.ok) return begun;
        const session = begun.value;
        const asked = { credentialId: credential.credentialId, hash, pin };
        const authorized = await authorize({ session, asked, held, deadline }, signal);
        if (!authorized.ok) return authorized;
        return await signOnce(session, { credential, hash, sad: authorized.value, held });
      });
    },
  };
}

import "../../base/temporal.ts";
import { jsonLog } from "../../base/json_log.ts";
import { SealRules } from "../../core/policy/seal.ts";
import type { TrustServiceProvider } from "../../core/seal/ports.ts";
import { openTrustServiceProvider } from "../../gateways/csc/trust_service_provider.ts";
import { type FixedClock, fixedClock } from "./clock.ts";
import { type RecordedTelemetry, recordedTelemetry } from "./telemetry.ts";
import {
  CSC_CLIENT_ID,
  CSC_CLIENT_SECRET,
  type FakeTrustService,
  type FakeTrustServiceOptions,
  startTrustService,
} from "./trust_service_provider.ts";

/** The gateway to a fake trust service, with a clock that stands still. */
export interface TrustServiceClient extends AsyncDisposable {
  readonly provider: TrustServiceProvider;
  readonly service: FakeTrustService;
  readonly clock: FixedClock;
  readonly telemetry: RecordedTelemetry;
  /** Lines of the log. */
  readonly lines: readonly string[];
  /** Of an act that has all the time in the world. */
  readonly signal: AbortSignal;
}

/** What a test says of it. */
export interface TrustServiceClientOptions extends FakeTrustServiceOptions {
  readonly rules?: Partial<SealRules>;
  /** Another base than the service's own. */
  readonly url?: (own: string) => string;
  readonly clientSecret?: string;
}

/**
 * Starts a trust service and opens the gateway to it. Time passes by the clock alone: a call is late
 * as soon as the service says nothing more, and the pause between two polls takes no time.
 */
export async function trustServiceClient(
  { rules, url = (own) => own, clientSecret = CSC_CLIENT_SECRET, ...options }:
    TrustServiceClientOptions = {},
): Promise<TrustServiceClient> {
  const clock = fixedClock();
  const late = new Set<AbortController>();
  const service = await startTrustService({
    clock,
    onStuck: () => late.forEach((controller) => controller.abort()),
    ...options,
  });
  const lines: string[] = [];
  const telemetry = recordedTelemetry();
  const all = SealRules.parse(rules ?? {});
  const provider = openTrustServiceProvider({
    service: { url: url(service.url), clientId: CSC_CLIENT_ID, clientSecret },
    rules: all,
    clock,
    log: jsonLog({ level: "debug", clock, write: (line) => void lines.push(line) }),
    telemetry: telemetry.telemetry,
    deadline: (milliseconds) => {
      if (milliseconds < all.callSeconds * 1_000) return AbortSignal.abort();
      const controller = new AbortController();
      late.add(controller);
      return controller.signal;
    },
  });
  return {
    provider,
    service,
    clock,
    telemetry,
    lines,
    signal: new AbortController().signal,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

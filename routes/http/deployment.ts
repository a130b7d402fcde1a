import type { Clients, Introspector } from "../../core/access/ports.ts";
import type { CompareSource } from "../../core/access/source_restriction.ts";
import type { Traffic } from "../../core/anomalies/ports.ts";
import type { Replays } from "../../core/idempotency/ports.ts";
import type { Cohorts } from "../../base/cohorts.ts";
import type { Units } from "../../base/unit.ts";
import type { ConsoleSessions } from "./console_sessions.ts";
import type { CookieScope } from "./cookies.ts";
import type { BodyRules } from "./body_in_time.ts";
import type { LongBodies } from "./long_bodies.ts";
import type { OpenAnswers } from "./open_answers.ts";
import type { RateRules } from "./guards/limit_rate.ts";
import type { ReplayRules } from "./guards/replay.ts";
import type { Ports } from "./ports.ts";
import type { EdgeSettings } from "./request_context.ts";

/** Everything that a deployment provides to its routes. */
export interface Deployment {
  readonly settings: EdgeSettings & {
    /** Scope name of agent read-only keys. */
    readonly agentScope: string;
    readonly cookies: CookieScope;
  };
  /** One set of ports for each mode; a sandbox deployment has no live one. */
  readonly ports: { readonly sandbox: Ports; readonly live?: Ports };
  readonly introspector: Introspector;
  /** Null: the console is not mounted. */
  readonly consoleSessions: ConsoleSessions | null;
  readonly clients: Clients;
  readonly compareSource: CompareSource;
  readonly replays: Replays;
  readonly replayRules: ReplayRules;
  readonly rateRules: RateRules;
  readonly bodyRules: BodyRules;
  readonly longBodies: LongBodies;
  readonly openAnswers: OpenAnswers;
  readonly traffic: Traffic;
  readonly units: Units;
  /** Running requests, which are admitted and run together with those of the same turn. */
  readonly cohorts: Cohorts<"admit" | "run">;
}

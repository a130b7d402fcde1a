import type { Span, Telemetry } from "../../core/telemetry/ports.ts";
import { UnavailableError } from "../../base/unavailable.ts";
import { type Backend, BusyError, type RawCommit, type Versioned } from "../store/backend.ts";
import type { StoreLocation } from "../backends/location.ts";

type Operation = "read" | "page" | "commit";

/**
 * Wraps a backend so that its reads and commits are timed and become steps of their request. Every
 * attempt counts separately, so that a retry is visible (`busy`). Reports numbers and outcomes,
 * never a key or a value. Outcomes: `done`; `conflict` (a check failed, and nothing was written);
 * `busy` (nothing happened, retried); `unavailable` (it may have happened); `fault`.
 *
 * @param system the value of `db.system.name`
 */
export function measureBackend(
  backend: Backend,
  { telemetry, system }: { readonly telemetry: Telemetry; readonly system: string },
): Backend {
  if (!telemetry.on) return backend;

  function measured<Answer>(
    operation: Operation,
    run: (span: Span) => Promise<Answer>,
    outcomeOf: (answer: Answer) => string = () => "done",
  ): Promise<Answer> {
    const named = { "db.system.name": system, "db.operation.name": operation };
    return telemetry.span(operation, async (span) => {
      const seconds = telemetry.stopwatch();
      let outcome = "fault";
      try {
        const answer = await run(span);
        outcome = outcomeOf(answer);
        return answer;
      } catch (cause) {
        outcome = failureOf(cause);
        throw cause;
      } finally {
        span.set({ ...named, "aval.outcome": outcome });
        telemetry.measure("db.client.operation.duration", seconds(), {
          ...named,
          "aval.outcome": outcome,
        });
      }
    });
  }

  const reading = (read: Backend["read"]): Backend["read"] => (keys) =>
    measured("read", async (span) => {
      const found = await read(keys);
      span.set({ "aval.store.keys": keys.length, "aval.store.bytes": bytesOf(found) });
      return found;
    });

  return {
    ...backend,
    read: reading(backend.read),
    ...(backend.readEventually === undefined
      ? {}
      : { readEventually: reading(backend.readEventually) }),
    page: (range, options) =>
      measured("page", async (span) => {
        const page = await backend.page(range, options);
        const { entries } = page;
        span.set({ "aval.store.entries": entries.length, "aval.store.bytes": bytesOf(entries) });
        return page;
      }),
    commit: (commit) =>
      measured("commit", (span) => {
        span.set(sizesOf(commit));
        return backend.commit(commit);
      }, (versionstamp) => versionstamp === null ? "conflict" : "done"),
  };
}

/** `db.system.name` of a location. OpenTelemetry registers no name for Deno KV over the network. */
export function systemOf({ kind }: Pick<StoreLocation, "kind">): string {
  return systems[kind];
}

const systems: Readonly<Record<StoreLocation["kind"], string>> = {
  file: "sqlite",
  memory: "sqlite",
  platform: "deno_kv",
  kv_connect: "deno_kv",
  postgres: "postgresql",
};

function failureOf(cause: unknown): string {
  if (cause instanceof BusyError) return "busy";
  return cause instanceof UnavailableError ? "unavailable" : "fault";
}

function bytesOf(found: readonly (Versioned | null)[]): number {
  return found.reduce((sum, one) => sum + (one?.bytes.length ?? 0), 0);
}

function sizesOf({ checks, puts, removes, adds }: RawCommit) {
  return {
    "aval.store.checks": checks.length,
    "aval.store.bytes": puts.reduce((sum, { bytes }) => sum + bytes.length, 0),
    "db.operation.batch.size": puts.length + removes.length + adds.length,
  };
}

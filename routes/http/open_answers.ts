import { ok, refuse, type Result } from "../../base/result.ts";
import type { Refusal } from "./refusals.ts";

/** The limits of a process for open requests and for bytes of their answers. */
export interface OpenAnswersRules {
  readonly requestsMax: number;
  readonly requestsPerSourceMax: number;
  readonly bytesMax: number;
  readonly bytesPerSourceMax: number;
  /** Called for each refusal, with the reached limit. */
  readonly onRefusal: (bound: "source" | "all") => void;
}

/** A request, from before its first guard until its caller has received the answer or is gone. */
export interface OpenAnswer {
  /** Whether there is room for an answer of a number of bytes. */
  fits(bytes: number): Result<undefined, CrowdRefusal>;
  /** Counts bytes of the answer, even above the limit, since the request has taken effect. */
  hold(bytes: number): void;
  /** Stops counting the request and its answer. Further calls do nothing. */
  close(): void;
}

/** The refusal of a request above a limit: of its own source, or of the process. */
export type CrowdRefusal = Refusal<"rate_limit_exceeded" | "upstream_unavailable">;

/**
 * Limits the open requests of a process and the bytes of their answers, in total and for each
 * source.
 */
export interface OpenAnswers {
  /** @param source address or network, as in token buckets */
  open(source: string): Result<OpenAnswer, CrowdRefusal>;
}

const crowdedSource = refuse(
  {
    code: "rate_limit_exceeded",
    message:
      "Too many requests of this address are open; read their answers, and try again after the seconds in Retry-After",
    retryAfterSeconds: 1,
  } as const,
);

const crowdedProcess = refuse(
  {
    code: "upstream_unavailable",
    message: "The service has too many open requests; try again shortly",
    retryAfterSeconds: 1,
  } as const,
);

/** The open requests and bytes of one source, or of the process. */
interface Held {
  requests: number;
  bytes: number;
}

/** Opens limits without any use. */
export function openAnswers(rules: OpenAnswersRules): OpenAnswers {
  const bySource = new Map<string, Held>();
  const all: Held = { requests: 0, bytes: 0 };
  const refused = (bound: "source" | "all") => {
    rules.onRefusal(bound);
    return bound === "source" ? crowdedSource : crowdedProcess;
  };
  return {
    open: (source) => {
      const own = bySource.get(source) ?? { requests: 0, bytes: 0 };
      const isSourceFull = own.requests >= rules.requestsPerSourceMax ||
        own.bytes >= rules.bytesPerSourceMax;
      if (isSourceFull) return refused("source");
      if (all.requests >= rules.requestsMax || all.bytes >= rules.bytesMax) return refused("all");
      bySource.set(source, own);
      own.requests++;
      all.requests++;
      let bytes = 0;
      let isOpen = true;
      return ok({
        fits: (more) => {
          if (own.bytes + more > rules.bytesPerSourceMax) return refused("source");
          return all.bytes + more > rules.bytesMax ? refused("all") : ok(undefined);
        },
        hold: (more) => {
          if (!isOpen) return;
          bytes += more;
          own.bytes += more;
          all.bytes += more;
        },
        close: () => {
          if (!isOpen) return;
          isOpen = false;
          all.requests--;
          all.bytes -= bytes;
          own.bytes -= bytes;
          if (--own.requests === 0) bySource.delete(source);
        },
      });
    },
  };
}

import { isAvalError, openClient } from "../../sdk/src/main.ts";
import { ok, type Result } from "../../base/result.ts";
import { type CommandRefusal, failed } from "../command/command.ts";
import { entityOf, type Screener } from "./screener.ts";

/** Milliseconds for one customer with all retries: an empty bucket refills within minutes. */
const deadlineMs = 600_000;

/**
 * Opens a screener that calls a server: each customer becomes a decision there. A customer sent
 * again under the same key is the same decision.
 *
 * @param tokenFile a file that holds a bearer token; null: none, which a sandbox accepts
 */
export async function screenerThere(
  server: string,
  tokenFile: string | null,
): Promise<Result<Screener, CommandRefusal>> {
  const token = tokenFile === null ? null : await Deno.readTextFile(tokenFile).catch(() => "");
  if (token === "") return failed(`${tokenFile}: no such file, no access, or no token in it`);
  const client = openClient({
    baseUrl: server,
    deadlineMs,
    retriesMax: 1_000,
    ...(token === null ? {} : { identity: { token: token.trim() } }),
  });
  return ok({
    basis: { server },
    atOnce: 8,
    screen: async (
      { request: { name, dob, nationality, entityType, subjectRef } },
      idempotencyKey,
    ) => {
      try {
        const { classification, candidates, meta: { decisionId } } = await client.screen({
          name,
          dob: dob ?? null,
          nationality: nationality ?? null,
          entityType: entityType ?? null,
          subjectRef: subjectRef ?? null,
        }, { idempotencyKey });
        return {
          classification,
          decisionId,
          candidates: candidates.map((candidate) => entityOf(candidate)),
        };
      } catch (fault) {
        // A row that the server refuses stops no other; anything else ends the run, which can go on later.
        if (!isAvalError(fault) || fault.status !== 400) throw fault;
        return { problem: fault.message };
      }
    },
  });
}

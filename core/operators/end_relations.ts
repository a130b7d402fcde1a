import type { Log } from "../../base/log.ts";
import type { ClientId } from "../access/schema.ts";
import { deleteOfClient, type EndedRelation, recordEnd } from "./offboarding.ts";
import type { OffboardingPorts, WaitingEnds } from "./ports.ts";

/** The dependencies of the jobs that delete clients. */
export interface EndRelations {
  readonly offboarding: OffboardingPorts;
  readonly log: Log;
  /** Aborted when the service closes. */
  readonly closing: AbortSignal;
}

/** Deletes the data of clients whose offboarding was begun in the console. */
export async function endOffboarded(
  dependencies: EndRelations & { readonly offboarded: WaitingEnds },
): Promise<void> {
  const { offboarding, offboarded } = dependencies;
  await endEach(dependencies, offboarded, (clientId) => deleteOfClient(offboarding, clientId));
}

/**
 * Deletes the clients of expired sandbox browsers, with their records. Only entries of the audit
 * log stay.
 */
export async function deleteBrowsers(
  dependencies: EndRelations & { readonly browsers: WaitingEnds },
): Promise<void> {
  const { offboarding, browsers } = dependencies;
  await endEach(dependencies, browsers, async (clientId) => {
    const deleted = await offboarding.deleteKept(clientId);
    await offboarding.removeRecords(clientId);
    return { deleted, kyb: { ended: 0, kept: 0 } };
  });
}

/** Runs the deletion of each client. If one fails, a later run repeats it, and the others go on. */
async function endEach(
  { offboarding, log, closing }: EndRelations,
  waiting: WaitingEnds,
  end: (clientId: ClientId) => Promise<EndedRelation>,
): Promise<void> {
  for (const { clientId, take } of await waiting()) {
    if (closing.aborted) return;
    try {
      const finish = await take();
      if (finish === null) continue;
      const ended = await end(clientId);
      await offboarding.act(async (unit) => {
        // Where the lease was over, another server has ended and recorded it.
        if (await finish(unit)) recordEnd(offboarding, { unit, clientId, ended });
      });
    } catch (cause) {
      log.error("relation_not_ended", cause);
    }
  }
}

import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { ok, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import type { ClientId, TenantCaller } from "../access/schema.ts";
import type { Lists } from "../lists_in_force/ports.ts";
import { Timestamp } from "../nouns.ts";

/** Minutes for which a client sees the next version. */
const advancedMinutes = 60;

/** The invented lists; a sandbox client can see their next version. */
export interface SandboxLists {
  /** The next version if the client sees it now, else null. */
  of(client: ClientId): Lists | null;
  /** The next version of the lists. */
  readonly next: Lists;
  advance(unit: Unit, client: ClientId, until: Temporal.Instant): void;
  /** Loads which clients see it: another server may have shown it to one. */
  refresh(): Promise<void>;
}

/** The lists that the client sees from now on. */
export const ListsAdvanced = z.object({
  lists: z.array(z.object({ source: z.string(), asOf: z.iso.date() }).readonly()).readonly(),
  until: Timestamp.meta({ description: "From then on you see the lists of before again" }),
}).readonly().meta({ id: "SandboxListsAdvanced" });
export type ListsAdvanced = z.infer<typeof ListsAdvanced>;

/**
 * Shows a sandbox client the next version of the invented lists for an hour, as if the publisher
 * had issued it. A run over its monitored customers follows. Other clients do not see it.
 *
 * @see decisions-3.md part 21, Monitoring
 */
export function advanceLists(
  { clock, sandboxLists }: { readonly clock: Clock; readonly sandboxLists: SandboxLists },
  { unit, caller }: { readonly unit: Unit; readonly caller: TenantCaller },
): Result<ListsAdvanced, never> {
  const until = clock.now().add({ minutes: advancedMinutes });
  sandboxLists.advance(unit, caller.clientId, until);
  return ok({
    lists: sandboxLists.next.current().snapshot.lists.map(({ source, asOf }) => ({ source, asOf })),
    until: until.toString({ smallestUnit: "millisecond" }),
  });
}

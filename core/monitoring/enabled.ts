import { ok, refuse, type Result } from "../../base/result.ts";
import type { TenantCaller } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import type { Book, FirstState, MonitoringPorts, StandingState } from "./ports.ts";
import { dayOf, isBeforeWhole } from "./whole_run.ts";

/** The client's record does not turn monitoring on. */
export type NotEnabled = { readonly code: "monitoring_not_enabled" };

/** The client whose customers are monitored, and the mode. */
export interface Monitored {
  readonly caller: TenantCaller;
  readonly mode: Mode;
}

/** Refuses if the client's record does not turn monitoring on. In a sandbox it is always on. */
export async function requireEnabled(
  { rememberedClients }: Pick<MonitoringPorts, "rememberedClients">,
  { kind, clientId }: TenantCaller,
): Promise<Result<null, NotEnabled>> {
  if (kind === "sandbox") return ok(null);
  const { monitoring } = await rememberedClients.get(clientId, { fresh: false });
  return monitoring ? ok(null) : refuse({ code: "monitoring_not_enabled" });
}

/** A client's book and the state of its runs; null if it has none. */
export interface FoundBook {
  readonly book: Book | null;
  readonly standing: StandingState | null;
}

/** Finds the book of a client whose record turns monitoring on, and the state of its runs. */
export async function findBook(
  ports: Pick<MonitoringPorts, "monitoring" | "rememberedClients">,
  caller: TenantCaller,
): Promise<Result<FoundBook, NotEnabled>> {
  const enabled = await requireEnabled(ports, caller);
  if (!enabled.ok) return enabled;
  const [book, standing] = await Promise.all([
    ports.monitoring.find(caller.clientId),
    ports.monitoring.state(caller.clientId),
  ]);
  return ok({ book, standing });
}

/** The client's book; if it has none, a new one, which the first write creates. */
export async function bookToWrite(
  { monitoring, monitoringRules: rules, lists, clock }: Pick<
    MonitoringPorts,
    "monitoring" | "monitoringRules" | "lists" | "clock"
  >,
  { caller: { clientId }, mode }: Monitored,
): Promise<Book> {
  const book = await monitoring.find(clientId);
  if (book !== null) return book;
  const now = clock.now();
  const first: FirstState = {
    mode,
    lists: lists.current().snapshot.id,
    wholeOn: dayOf(isBeforeWhole(rules, now) ? now.subtract({ hours: 24 }) : now),
  };
  return await monitoring.make(clientId, first);
}

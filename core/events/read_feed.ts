import { z } from "zod";
import { ok, refuse, type Result } from "../../base/result.ts";
import { Event, EventId, EventLimit, type KeptEvent } from "./event_schema.ts";
import type { EventOwner, EventPorts } from "./ports.ts";

/** The query of the feed. */
export const FeedQuery = z.object({
  after: z.string().max(64).optional().meta({
    description: "The `id` of the last event that you have. Default: from the oldest that is kept",
  }),
  limit: EventLimit,
});
export type FeedQuery = z.infer<typeof FeedQuery>;

/** A page of the feed. */
export const FeedPage = z.object({
  events: z.array(Event).readonly(),
  after: EventId.nullable().meta({
    description: "For the next page: the last event of this one, else that which was asked for",
  }),
  more: z.boolean().meta({ description: "Whether there are more events now" }),
}).readonly().meta({ id: "EventPage" });
export type FeedPage = z.infer<typeof FeedPage>;

/**
 * Lists the events of the caller's client after a given one, in their order. An event of another
 * client is answered as an unknown one.
 *
 * @see decisions-3.md part 21, Events
 */
export async function readFeed(
  { eventFeed, eventReaders }: Pick<EventPorts, "eventFeed" | "eventReaders">,
  owner: EventOwner,
  { after, limit }: FeedQuery,
): Promise<
  Result<FeedPage, { readonly code: "bad_request"; readonly message: string }>
> {
  const id = after === undefined ? null : EventId.safeParse(after).data ?? null;
  const number = id === null ? null : await eventFeed.numberOf(owner, id);
  if (after !== undefined && number === null) {
    const message =
      'Field "after" is no event of this client, or one that is no longer kept: begin without it';
    return refuse({ code: "bad_request", message });
  }
  await eventReaders.note(owner);
  const found: KeptEvent[] = [];
  // One more than the page shows whether there is another.
  for await (const event of eventFeed.list(owner, number ?? 0, limit + 1)) found.push(event);
  const events = found.slice(0, limit);
  const last = events.at(-1)?.id ?? id;
  return ok({ events, after: last, more: found.length > limit });
}

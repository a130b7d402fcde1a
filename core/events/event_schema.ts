import { z } from "zod";
import { Timestamp, Uuid } from "../nouns.ts";

const id = z.uuid();
/** The client's pseudonym of the customer; null if the client sent none. */
const subjectRef = z.string().nullable().meta({
  description: "`subjectRef` of the request; null where it had none",
});
const count = z.int().nonnegative();
const match = z.enum(["POSSIBLE_MATCH", "CONFIRMED_MATCH"]);
const reviewState = z.enum(["NONE", "OPEN", "PROPOSED", "ESCALATED", "CLOSED"]);

/**
 * Data of each type of event: ids, classes, states and `subjectRef`, but no names and no secrets.
 */
const eventData = {
  "screening.match": z.strictObject({
    decisionId: id,
    subjectRef,
    classification: match,
    origin: z.enum(["api", "batch", "monitoring"]),
    batchId: id.optional().meta({ description: "Of a decision of a batch" }),
  }),
  "screening.reviewed": z.strictObject({
    decisionId: id,
    subjectRef,
    reviewId: id.optional().meta({ description: "Of a review" }),
    dispositionId: id.optional().meta({ description: "Of a disposition" }),
    decision: z.enum(["confirmed_match", "false_positive", "escalated"]),
    state: reviewState.meta({ description: "The decision's state after it" }),
  }),
  "screening.review_overdue": z.strictObject({
    decisionId: id,
    subjectRef,
    classification: match,
    state: reviewState,
    dueAt: Timestamp,
  }),
  "screening.cleared_pair_lapsed": z.strictObject({
    pairId: id,
    subjectRef,
    entityId: z.string(),
    lapsed: z.enum(["entity_changed", "subject_changed", "expired"]),
    decisionId: id.meta({ description: "The decision that found it" }),
  }),
  "batch.done": z.strictObject({
    batchId: id,
    state: z.enum(["DONE", "CANCELLED", "EXPIRED"]),
    counts: z.strictObject({
      ...{ items: count, done: count, clear: count, possible: count, confirmed: count },
      ...{ cleared: count, skipped: count },
    }),
  }),
  "monitoring.run_done": z.strictObject({
    runId: id,
    kind: z.enum(["delta", "whole", "requested"]),
    complete: z.boolean().meta({
      description: "false: the book was removed before it had come past every customer",
    }),
    ...{ subjects: count, compared: count, hits: count, opened: count },
  }),
  "lists.changed": z.strictObject({
    snapshotId: z.string(),
    sources: z.array(z.strictObject({
      source: z.string(),
      version: z.string().nullable().meta({ description: "null: the source is gone" }),
      ...{ added: count, changed: count, removed: count },
    })).meta({ description: "The sources of which an entry was added, changed or removed" }),
  }),
  "verification.completed": z.strictObject({ sessionId: id, checkType: z.string() }),
  "verification.failed": z.strictObject({
    sessionId: id,
    checkType: z.string(),
    error: z.string().meta({ description: "As the session has it" }),
  }),
  "verification.expired": z.strictObject({ sessionId: id, checkType: z.string() }),
  "credential.redeemed": z.strictObject({
    ...{ batchId: id, itemId: id, credentialTemplateId: id },
  }),
  "credential.revoked": z.strictObject({
    batchId: id,
    itemId: id,
    issued: z.boolean().meta({ description: "false: its offer was not redeemed" }),
  }),
  "kyb.application_decided": z.strictObject({
    applicationId: id,
    decision: z.enum(["APPROVED", "REJECTED"]),
  }),
  "client.throttled": z.strictObject({
    service: z.string(),
    throttledUntil: Timestamp,
  }),
  "endpoint.disabled": z.strictObject({
    endpointId: id,
    cause: z.enum(["gone", "failing"]).meta({
      description: "`gone`: it answered 410. `failing`: the tenth try of an event failed too",
    }),
  }),
  "endpoint.test": z.strictObject({ endpointId: id }),
} as const satisfies Readonly<Record<string, z.ZodType>>;

/** A type of event. */
export const EventType = z.enum(
  Object.keys(eventData) as [keyof typeof eventData, ...(keyof typeof eventData)[]],
).meta({ id: "EventType" });
export type EventType = z.infer<typeof EventType>;

/** Data of an event by its type. */
export type EventData = { readonly [Type in EventType]: z.infer<(typeof eventData)[Type]> };

/** An event before it is stored. Data of another type do not compile. */
export type RaisedEvent = {
  readonly [Type in EventType]: { readonly type: Type; readonly data: EventData[Type] };
}[EventType];

/** Checks data against the schema of their type. @throws ZodError if they do not match */
export function parseRaised({ type, data }: RaisedEvent): RaisedEvent {
  return { type, data: eventData[type].parse(data) } as RaisedEvent;
}

/** Id of an event in the feed and in every delivery (header `webhook-id`). */
export const EventId = Uuid.brand<"EventId">();
export type EventId = z.infer<typeof EventId>;

const eventMembers = {
  id: EventId.meta({ description: "The same in the feed and in every delivery" }),
  timestamp: Timestamp.meta({ description: "When it happened" }),
};

/** An event as it is stored. */
export const KeptEvent = z.object({
  ...eventMembers,
  type: z.string(),
  data: z.record(z.string(), z.unknown()).readonly(),
}).readonly();
export type KeptEvent = z.infer<typeof KeptEvent>;

/** An event as API answers show it, with the data of each type. */
export const Event = z.union(
  EventType.options.map((type) =>
    z.object({ ...eventMembers, type: z.literal(type), data: eventData[type] }).readonly()
      .meta({ id: `Event_${type.replaceAll(".", "_")}` })
  ),
).meta({ id: "Event" }) as unknown as z.ZodType<KeptEvent>;

/** Events of a page: default and maximum. */
const [pageEvents, pageEventsMax] = [50, 200];

/** `limit` of a page of events or deliveries. */
export const EventLimit = z.string().regex(/^[0-9]{1,9}$/, "expected a whole number in digits")
  .transform(Number).pipe(z.int().min(1).max(pageEventsMax)).default(pageEvents)
  .meta({ type: "integer", minimum: 1, maximum: pageEventsMax });

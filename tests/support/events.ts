import { EventId } from "../../core/events/event_schema.ts";
import type { Events } from "../../core/events/ports.ts";

/** Events that are discarded. */
export const noEvents: Events = {
  raise: () => EventId.parse("0198c0de-0000-7000-8000-00000000e0e0"),
};

import type { z } from "zod";
import { group, whole } from "./setting.ts";

/** Rules for storing and delivering events (decisions-3.md part 21). */
export const EventRules = group({
  eventDays: whole({
    value: 30,
    min: 1,
    max: 365,
    reason: "Events and their deliveries: a receiver that was down for a month reads them all",
  }),
  clientEndpointsMax: whole({
    value: 10,
    min: 1,
    max: 20,
    reason: "Endpoints of one client: each event is delivered to each of them",
  }),
  deliverySeconds: whole({
    value: 15,
    min: 1,
    max: 60,
    reason: "One try of a delivery: a receiver stores the event and answers, and works later",
  }),
  clientDeliveriesMax: whole({
    value: 4,
    min: 1,
    max: 50,
    reason:
      "Deliveries that a server makes to one client at once, three of them to one endpoint: no receiver is flooded",
  }),
  rotationHours: whole({
    value: 24,
    min: 1,
    max: 168,
    reason: "Hours for which the secret before a rotation signs too",
  }),
});
export type EventRules = z.infer<typeof EventRules>;

import type { z } from "zod";
import { group, whole } from "./setting.ts";

/** Rules for storing and delivering events (decisions-3.md part 21). */
export const EventRules = group({
  eventDays: whole({
    value: 30,
    min: 1,
    max: 365,
    reason: "Events and their deliveries",
  }),
  clientEndpointsMax: whole({
    value: 10,
    min: 1,
    max: 20,
    reason: "Endpoints of one client",
  }),
  deliverySeconds: whole({
    value: 15,
    min: 1,
    max: 60,
    reason: "One try of a delivery",
  }),
  clientDeliveriesMax: whole({
    value: 4,
    min: 1,
    max: 50,
    reason: "Deliveries of a server to one client at once, three to one endpoint",
  }),
  rotationHours: whole({
    value: 24,
    min: 1,
    max: 168,
    reason: "Time for which the secret before a rotation signs too",
  }),
});
export type EventRules = z.infer<typeof EventRules>;

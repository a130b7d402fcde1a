import type { z } from "zod";
import { group, whole } from "./setting.ts";

/** Lifetime of idempotency keys, and behaviour of replays (decisions.md part 3). */
export const Idempotency = group({
  windowHours: whole({
    value: 24,
    min: 24,
    max: 168,
    reason: "How long a key replays its first answer (Screening §8: 24 h at least)",
  }),
  keyCharactersMax: whole({
    value: 255,
    min: 36,
    max: 255,
    reason: "Visible ASCII characters of a key",
  }),
  waitSeconds: whole({
    value: 2,
    min: 0,
    max: 10,
    reason: "Wait of a second request for the first",
  }),
  waitingRequestsMax: whole({
    value: 100,
    min: 1,
    max: 10_000,
    reason: "Requests of a process that wait for an equal one",
  }),
  retryAfterSeconds: whole({
    value: 1,
    min: 1,
    max: 60,
    reason: "Least Retry-After of idempotency_key_in_progress",
  }),
  lapseSeconds: whole({
    value: 60,
    min: 15,
    max: 3_600,
    reason: "Expiry of a reservation whose request died",
  }),
});
export type Idempotency = z.infer<typeof Idempotency>;

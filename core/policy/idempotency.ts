import type { z } from "zod";
import { group, whole } from "./setting.ts";

/** Lifetime of idempotency keys, and behaviour of replays (decisions.md part 3). */
export const Idempotency = group({
  windowHours: whole({
    value: 24,
    min: 24,
    max: 168,
    reason: "How long a key replays its first answer: never under the 24 h of Screening §8",
  }),
  keyCharactersMax: whole({
    value: 255,
    min: 36,
    max: 255,
    reason: "Visible ASCII characters of a key: a UUID fits, a payload does not",
  }),
  waitSeconds: whole({
    value: 2,
    min: 0,
    max: 10,
    reason: "How long a second request waits for a first that still runs",
  }),
  waitingRequestsMax: whole({
    value: 100,
    min: 1,
    max: 10_000,
    reason: "Requests of one process that wait for an equal one: the next is refused at once",
  }),
  retryAfterSeconds: whole({
    value: 1,
    min: 1,
    max: 60,
    reason:
      "Retry-After of idempotency_key_in_progress at least: most requests take less, and one that has run for longer is given as long again",
  }),
  lapseSeconds: whole({
    value: 60,
    min: 15,
    max: 3_600,
    reason: "Expiry of a reservation whose request died: longer than any request runs",
  }),
});
export type Idempotency = z.infer<typeof Idempotency>;

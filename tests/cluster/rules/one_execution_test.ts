import { judged, lostAnswer, refused, replay, screened, settle } from "../forging.ts";
import type { RequestLine } from "../history.ts";

const first = screened({ key: "k" });
const erasure: RequestLine = {
  ...screened({ client: "erasing", at: 400 }),
  operation: "erase",
  text: "{}",
};
const erased = screened({ client: "erasing", key: "k", at: 100 });
const otherBody = `{"name":"another"}`;

judged("one execution of each idempotency key", [
  { why: "an answer and its replay", lines: [first, replay(first)], says: null },
  {
    why: "an answer whose first sending was lost",
    lines: [lostAnswer({ key: "k" }), replay(first)],
    says: null,
  },
  {
    why: "two executions",
    lines: [first, screened({ key: "k", at: 200 })],
    says: /2 different answers/,
  },
  {
    why: "two that both say they are the first",
    lines: [first, replay(first, { replayed: false })],
    says: /2 answers are no replay/,
  },
  {
    why: "two bodies under one key",
    lines: [first, replay(first, { body: otherBody })],
    says: /2 different requests/,
  },
  {
    why: "the same key of another client",
    lines: [first, screened({ key: "k", client: "other" })],
    says: null,
  },
  {
    why: "a conflict with another body",
    lines: [first, refused(409, "idempotency_key_conflict", { key: "k", body: otherBody })],
    says: null,
  },
  {
    why: "a conflict with nothing",
    lines: [first, refused(409, "idempotency_key_conflict", { key: "k" })],
    says: /nobody had sent anything else/,
  },
  {
    why: "in progress while the first one ran",
    lines: [first, refused(409, "idempotency_key_in_progress", { key: "k" })],
    says: null,
  },
  {
    why: "in progress when all was over",
    lines: [
      first,
      refused(409, "idempotency_key_in_progress", { key: "k", began: 900, ended: 950 }),
    ],
    says: /nothing ran/,
  },
  {
    why: "a key that nobody answers, when all is mended",
    lines: [lostAnswer({ key: "k" }), settle],
    says: /never answered/,
  },
  {
    why: "a second execution after an erasure",
    lines: [erased, erasure, screened({ client: "erasing", key: "k", at: 600 })],
    says: null,
  },
  {
    why: "a third one",
    lines: [
      erased,
      erasure,
      ...[600, 700].map((at) => screened({ client: "erasing", key: "k", at })),
    ],
    says: /3 different answers/,
  },
  {
    why: "what was erased and answers again",
    lines: [erased, erasure, replay(erased, { began: 600, ended: 610 })],
    says: /erased before/,
  },
]);

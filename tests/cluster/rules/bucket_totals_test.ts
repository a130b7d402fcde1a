import { fault, judged, lostAnswer, refused, screened } from "../forging.ts";
import type { RequestLine } from "../history.ts";

const take = (at: number, of: Partial<RequestLine> = {}) =>
  screened({ client: "limited", at, ...of });
const limit = (at: number) =>
  refused(429, "rate_limit_exceeded", { client: "limited", began: at, ended: at + 10 });

judged("exact bucket totals", [
  { why: "the burst, and one a second", lines: [0, 1, 2_000].map((at) => take(at)), says: null },
  {
    why: "one more than the burst",
    lines: [0, 1, 2].map((at) => take(at)),
    says: /3 requests let in/,
  },
  {
    why: "one more than came back, much later",
    lines: [0, 1, 1_100, 2_200, 2_300].map((at) => take(at)),
    says: /let in within/,
  },
  { why: "refused when it was empty", lines: [take(0), take(1), limit(500)], says: null },
  { why: "refused with one left", lines: [take(0), limit(50)], says: /refused at 50/ },
  {
    why: "refused although one had come back",
    lines: [take(0), take(1), limit(1_200)],
    says: /refused at 1200/,
  },
  {
    why: "refused after one whose outcome is unknown",
    lines: [take(0), lostAnswer({ client: "limited", began: 1, ended: 20 }), limit(50)],
    says: null,
  },
  {
    why: "refused long after that",
    lines: [take(0), lostAnswer({ client: "limited", began: 1, ended: 20 }), limit(40_000)],
    says: /refused at 40000/,
  },
  {
    why: "refused after one that waited in a stopped server",
    lines: [
      lostAnswer({ client: "limited", began: 1, ended: 20 }),
      fault("stop", 10, 39_000),
      take(39_500),
      limit(39_600),
    ],
    says: null,
  },
  { why: "a client without a bucket", lines: [0, 1, 2].map((at) => screened({ at })), says: null },
]);

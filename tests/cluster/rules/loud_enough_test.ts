import { judged, screened, settle } from "../forging.ts";

const first = screened({ key: "k" });
const second = screened({ key: "l" });

judged("enough of everything", [
  { why: "nothing at all", lines: [], says: /did not come to its end/ },
  {
    why: "a run in which nothing broke",
    lines: [first, second, screened(), settle, { type: "end", ended: 9_999 }],
    says:
      /3 acknowledged screenings.*reviews.*reads.*usage.*exports.*erasures.*foreign.*keys answered.*conflicts.*let in.*refused.*claims.*redeemed.*replayed.*killed.*stopped.*asked to end.*databases killed.*databases stopped.*chain.*unknown.*1 servers that answered/s,
  },
]);

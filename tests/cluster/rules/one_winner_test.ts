import { claim, judged, settle } from "../forging.ts";
import type { Line } from "../history.ts";

const held = (by: string): Line => ({ type: "claimed", name: "claim-1", by });

judged("one winner of each claim", [
  {
    why: "one has won",
    lines: [claim("a", "won"), claim("b", "lost"), held("a"), settle],
    says: null,
  },
  {
    why: "two have won",
    lines: [claim("a", "won"), claim("b", "won"), held("a"), settle],
    says: /won by a and b/,
  },
  {
    why: "another one holds it",
    lines: [claim("a", "won"), claim("b", "unknown"), held("b"), settle],
    says: /won by a and held by b/,
  },
  { why: "the winner lost it", lines: [claim("a", "won"), settle], says: /held by nobody/ },
  {
    why: "all have lost",
    lines: [claim("a", "lost"), claim("b", "lost"), held("c"), settle],
    says: /nobody can have won/,
  },
  {
    why: "its holder was answered to have lost",
    lines: [claim("a", "lost"), claim("b", "unknown"), held("a"), settle],
    says: /was answered to have lost/,
  },
  {
    why: "one has won without hearing of it",
    lines: [claim("a", "unknown"), claim("b", "lost"), held("a"), settle],
    says: null,
  },
  {
    why: "nobody knows and nobody holds it",
    lines: [claim("a", "unknown"), settle],
    says: null,
  },
]);

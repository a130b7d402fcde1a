import {
  chainOf,
  decided,
  fault,
  judged,
  replay,
  screened,
  usageOf,
  verified,
} from "../forging.ts";

const first = screened({ key: "k" });
const second = screened({ key: "l" });
const whole = chainOf(decided(first), decided(second));
const both = [first, replay(first), second, verified];

const counted = usageOf("keyed", { CLEAR: 2 }, 3);

judged("usage equal to the chain", [
  { why: "as the chain, and every request", lines: [...both, counted], chain: whole, says: null },
  {
    why: "one decision more",
    lines: [...both, usageOf("keyed", { CLEAR: 3 }, 3)],
    chain: whole,
    says: /3 CLEAR reported, 2 on the chain/,
  },
  {
    why: "another class",
    lines: [...both, usageOf("keyed", { CLEAR: 1, POSSIBLE_MATCH: 1 }, 3)],
    chain: whole,
    says: /1 POSSIBLE_MATCH reported, 0 on the chain/,
  },
  {
    why: "a report that is behind",
    lines: [...both, { ...usageOf("keyed", { CLEAR: 1 }, 3), began: 4_000 }, counted],
    chain: whole,
    says: /1 decisions reported at 4000, 2 acknowledged/,
  },
  {
    why: "a request that is not counted",
    lines: [...both, usageOf("keyed", { CLEAR: 2 }, 2)],
    chain: whole,
    says: /2 requests counted, and 3 to 4/,
  },
  {
    why: "a request that was counted twice",
    lines: [...both, usageOf("keyed", { CLEAR: 2 }, 5)],
    chain: whole,
    says: /5 requests counted, and 3 to 4/,
  },
  {
    why: "one that its server was killed with",
    lines: [...both, fault("kill", 300, 2_000), usageOf("keyed", { CLEAR: 2 }, 1)],
    chain: whole,
    says: null,
  },
  {
    why: "one whose server was killed much later",
    lines: [...both, fault("kill", 3_000, 4_000), usageOf("keyed", { CLEAR: 2 }, 1)],
    chain: whole,
    says: /1 requests counted/,
  },
  {
    why: "one that its server was asked to end with",
    lines: [...both, fault("terminate", 300, 2_000), usageOf("keyed", { CLEAR: 2 }, 1)],
    chain: whole,
    says: /1 requests counted/,
  },
  {
    why: "the same, while there was no database",
    lines: [
      ...both,
      fault("database_stop", 250, 1_900),
      fault("terminate", 300, 2_000),
      usageOf("keyed", { CLEAR: 2 }, 1),
    ],
    chain: whole,
    says: null,
  },
  { why: "a client without a report", lines: both, chain: whole, says: /keyed: no report/ },
]);

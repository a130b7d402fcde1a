import { fault, judged, refused } from "../forging.ts";
import { polled, redeemed, replayed, walletAnswered } from "../forging_logins.ts";

const limit = (at: number) =>
  refused(429, "rate_limit_exceeded", { client: "limited", began: at, ended: at + 10 });

judged("answers as promised", [
  { why: "an outage", lines: [refused(503, "upstream_unavailable")], says: null },
  { why: "a fault", lines: [refused(500, "internal_error")], says: /500/ },
  { why: "a token that is none", lines: [refused(401, "unauthorized")], says: /401/ },
  { why: "a limit", lines: [limit(0)], says: null },
  { why: "a limit without a bucket", lines: [refused(429, "rate_limit_exceeded")], says: /429/ },
  {
    why: "a server that ended well",
    lines: [{ ...fault("terminate", 1, 2), code: 0 }],
    says: null,
  },
  {
    why: "a server that did not",
    lines: [{ ...fault("terminate", 1, 2), code: 1 }],
    says: /server 0 was asked to end, and its exit code was 1/,
  },
  { why: "a screening that is not found", lines: [refused(404, "not_found")], says: /404/ },
  { why: "a login", lines: [walletAnswered(), redeemed(), replayed()], says: null },
  {
    why: "a page that is not there any more",
    lines: [polled("pending", null, { status: 404 })],
    says: /poll of one at server 0: 404/,
  },
  {
    why: "a relying party that is not known any more",
    lines: [redeemed({ status: 401 })],
    says: /redeem of one at server 0: 401/,
  },
]);

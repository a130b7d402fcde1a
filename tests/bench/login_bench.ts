/**
 * The wallet login over loopback, in one process over a file: bytes of the page, the duration of
 * authorize and token one by one, and the results of waiting pages that poll every 2 s from one
 * address; with a poll's store operations. Limits are the defaults, except those of authorize and
 * token, which the bench calls more often than one address may. The machine runs server and client.
 *
 * Usage: deno task bench login [--logins 300] [--pages 500] [--seconds 30]
 */
import "../../base/temporal.ts";
import { authorizePath } from "../support/login_journey.ts";
import { readOptions } from "../support/options.ts";
import { ofSandboxClient } from "../support/sandbox_login.ts";
import { startServer } from "../support/server.ts";
import { loginCosts } from "./login_costs.ts";
import { measurePage } from "./login_page_bytes.ts";
import { pollPages } from "./login_polls.ts";
import { type Timed, timeLogins } from "./login_steps.ts";

const values = readOptions("bench login", { logins: "300", pages: "500", seconds: "30" });
const logins = Number(values.logins);
const pages = Number(values.pages);
const seconds = Number(values.seconds);

const folder = await Deno.makeTempDir({ prefix: "aval-bench-" });
const policy = `${folder}/policy.json`;
const open = { capacity: 1_000_000, refillPerSecond: 1_000_000 };
await Deno.writeTextFile(
  policy,
  JSON.stringify({ rateLimits: { loginAuthorize: open, loginToken: open } }),
);
const env = { AVAL_MODE: "sandbox", AVAL_KV: `${folder}/kv.sqlite3`, AVAL_POLICY: policy };
const loads = [Deno.loadavg()[0]];
const server = await startServer(env);
const bytes = await measurePage(server.url, authorizePath(ofSandboxClient));
const steps = await timeLogins(server.url, logins);
loads.push(Deno.loadavg()[0]);
const polled = await pollPages(server, { pages, seconds });
loads.push(Deno.loadavg()[0]);
await server.kill();
await Deno.remove(folder, { recursive: true });
const poll = (await loginCosts()).find(({ what }) => what === "poll of a page that waits")?.cost;

console.log(`
Load of the machine, before, between and after: ${loads.map((one) => one?.toFixed(1)).join(", ")}

| authorize page | bytes over the wire |
| --- | --: |
| whole answer | ${bytes.whole} |
| without the QR code's path | ${bytes.whole - bytes.qrPath} |
| fetched beside it | ${bytes.fetched.length === 0 ? "nothing" : bytes.fetched.join(", ")} |

| one by one | times | p50 ms | p99 ms |
| --- | --: | --: | --: |
| GET /v1/login/authorize, first answer | ${row(steps.authorize)} |
| POST /v1/login/token | ${row(steps.token)} |
| a bare ES256 signature, in the client | ${row(steps.signature)} |

${pages} pages that wait, each polls every 2 s, for ${seconds} s: ${polled.polls} polls, by status ${
  JSON.stringify(polled.statuses)
}; p50 ${polled.p50Milliseconds.toFixed(2)} ms, p99 ${polled.p99Milliseconds.toFixed(2)} ms; ${
  polled.cpuMilliseconds.toFixed(2)
} ms of CPU a poll; sent late, p99 ${polled.lateMilliseconds.toFixed(2)} ms
Store operations of a poll that changes nothing: ${poll?.reads} reads, ${poll?.commits} commit of ${poll?.puts} put, ${poll?.bytesWritten} bytes, of ${poll?.written}; polls that come together share it`);

function row({ times, p50Milliseconds, p99Milliseconds }: Timed): string {
  return [times, p50Milliseconds.toFixed(2), p99Milliseconds.toFixed(2)].join(" | ");
}

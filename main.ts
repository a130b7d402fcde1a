import "./base/temporal.ts";
import { parseConfig } from "./service/config/config.ts";
import { readEnvironment } from "./service/config/environment.ts";
import { isOnWeb } from "./gateways/publications/list_publication.ts";
import { assertReachable } from "./service/reachable.ts";
import { closesConnection, countRequests, repeatUntil, within } from "./service/process.ts";
import { jsonLog } from "./base/json_log.ts";
import { lockForServer } from "./kv/store/file_lock.ts";
import type { Telemetry } from "./core/telemetry/ports.ts";
import { countLog } from "./core/telemetry/count_log.ts";
import { silentTelemetry } from "./core/telemetry/silent.ts";
import { answerFault } from "./routes/http/app.ts";
import { openService, type Service } from "./service/compose.ts";

/**
 * The process: reads the environment once, serves, and drains on SIGTERM or SIGINT (Deno Deploy
 * sends the latter). Health and readiness answer 503 `draining` for a while first, so that a
 * balancer looks elsewhere before the port closes, and every answer ends its connection; then
 * running requests finish, their bodies' arrival included, and new ones are still answered until
 * none comes any more (decisions.md part 13).
 */

const clock = { now: () => Temporal.Now.instant() };
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Off, nothing of it is loaded. Whether it is on is asked of the runtime and not of `OTEL_DENO`: its
 * own spans would go out with whole URLs where the variable may not be read, or is read otherwise.
 */
async function telemetryOf(): Promise<Telemetry> {
  const isOn = Symbol.for("opentelemetry.js.api.1") in globalThis;
  if (!isOn) return silentTelemetry;
  const { openTelemetry } = await import("./gateways/telemetry/open_telemetry.ts");
  return openTelemetry({
    milliseconds: () => performance.now(),
    origin: performance.timeOrigin,
  });
}

/** A file that cannot be read is told by the configuration, beside whatever else is wrong with it. */
function readIfThere(path: string): Promise<string | undefined> {
  return Deno.readTextFile(path).catch(() => undefined);
}

function whyNot(fault: unknown): string {
  if (fault instanceof Deno.errors.AddrInUse) {
    return "PORT: another process listens there; stop it or choose another port";
  }
  return fault instanceof Error ? fault.message : "the start failed";
}

const opened = Promise.withResolvers<Service>();

// Here and not in main(): Deno Deploy looks for jobs at the top level, before anything is served, and
// may start an instance for one. It waits for its service.
Deno.cron("housekeeping", "* * * * *", async () => await (await opened.promise).runMaintenance());

async function main(): Promise<number> {
  const env = readEnvironment();
  const policyFile = env["AVAL_POLICY"];
  const policyText = policyFile === undefined ? undefined : await readIfThere(policyFile);
  const parsed = parseConfig(env, policyText);
  if (!parsed.ok) {
    for (const problem of parsed.refusal.problems) console.error(`aval: ${problem}`);
    return 1;
  }
  const config = parsed.value;
  if (config.kv.kind === "file") await lockForServer(config.kv.path);
  const telemetry = await telemetryOf();
  const { logLevel: level } = config;
  const { traceIds } = telemetry;
  const write = (line: string) => console.error(line);
  const log = countLog(jsonLog({ level, clock, write, traceIds }), telemetry);
  const drain = Promise.withResolvers<void>();
  let draining = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => {
      draining = true;
      drain.resolve();
    });
  }
  const { startSecondsMax } = config.policy.server;
  assertReachable(config);
  const isFromWeb = config.lists !== null && isOnWeb(config.lists.at);
  const opening = openService(config, {
    clock,
    random,
    log,
    telemetry,
    pause,
    lifecycle: { draining: () => draining },
  });
  const service = await within(
    pause(startSecondsMax * 1000),
    Promise.race([opening, drain.promise]),
    `${
      isFromWeb ? "AVAL_KV or AVAL_LISTS" : "AVAL_KV"
    }: did not answer within ${startSecondsMax} s`,
  );
  // Nobody was served yet, and a store that does not answer need not be waited for.
  if (service === undefined) return 0;
  if (config.mode === "sandbox") await service.offerExamples();
  opened.resolve(service);
  if (service.followsLists) {
    const { pollSeconds } = config.policy.lists;
    // Processes that started together do not ask together.
    const wait = () => pause(pollSeconds * 1_000 * (0.8 + 0.4 * Math.random()));
    void repeatUntil(service.refreshLists, { wait, until: drain.promise });
  }
  const requests = countRequests(pause);
  const server = Deno.serve({
    port: config.port,
    // The runtime's own would print the error, and its text may hold what a caller typed.
    onError: () => {
      const requestId = crypto.randomUUID();
      log.error("fault", new Error("A request failed outside the app"), { requestId });
      return answerFault({ requestId, mode: config.mode, method: "GET" });
    },
    onListen: ({ port }) =>
      console.log(
        `aval listens on http://localhost:${port} in ${config.mode} mode; API reference at http://localhost:${port}/`,
      ),
  }, (request, { remoteAddr }) =>
    requests.run(async () => {
      const answer = await service.app(request, {
        peerAddress: "hostname" in remoteAddr ? remoteAddr.hostname : "",
      });
      return draining ? closesConnection(answer) : answer;
    }));

  await drain.promise;
  const {
    closeSecondsMax,
    drainSecondsMin,
    drainQuietSeconds,
    finishSecondsMax,
    platformFinishSecondsMax,
  } = config.policy.server;
  const secondsMax = config.kv.kind === "platform" ? platformFinishSecondsMax : finishSecondsMax;
  const deadline = pause(secondsMax * 1000);
  await pause(drainSecondsMin * 1000);
  await Promise.race([requests.settled(drainQuietSeconds * 1000), deadline]);
  // A shutdown takes the rest of its body from a request that is still being read.
  await Promise.race([server.shutdown(), deadline]);
  const late = pause(closeSecondsMax * 1000).then(() => "late" as const);
  if (await Promise.race([service.close(), late]) === "late") log.warn("close_unfinished");
  return 0;
}

try {
  Deno.exit(await main());
} catch (fault) {
  for (const line of whyNot(fault).split("\n")) console.error(`aval: ${line}`);
  Deno.exit(1);
}

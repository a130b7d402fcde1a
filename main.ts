import "./base/temporal.ts";
import project from "./deno.json" with { type: "json" };
import { jsonLog } from "./base/json_log.ts";
import type { Log } from "./base/log.ts";
import { countLog } from "./core/telemetry/count_log.ts";
import type { Telemetry } from "./core/telemetry/ports.ts";
import { silentTelemetry } from "./core/telemetry/silent.ts";
import { isOnWeb } from "./gateways/publications/publication.ts";
import { lockForServer } from "./kv/opening/file_lock.ts";
import { answerFault } from "./routes/app.ts";
import { readBuild } from "./service/process/build.ts";
import { openService, type Service } from "./service/compose.ts";
import type { Config } from "./service/config/config.ts";
import { readEnvironment } from "./service/config/environment.ts";
import { readConfig } from "./service/config/read_config.ts";
import {
  closesConnection,
  countRequests,
  type Drain,
  drainOnSignal,
  keepServing,
  type LastingServer,
  type RunningRequests,
  within,
} from "./service/process/process.ts";
import { assertReachable } from "./service/process/reachable.ts";
import type { Runtime } from "./service/process/runtime.ts";
import { strictTransportSeconds } from "./service/process/strict_transport.ts";

/**
 * The process: reads the environment once, serves, and drains on SIGTERM or SIGINT (Deno Deploy
 * sends the latter). Health and readiness answer 503 `draining` for a while first, so that a
 * balancer chooses others before the port closes, and every answer ends its connection; then
 * running requests finish, their bodies' arrival included, and new ones are still answered until no
 * more arrive (decisions.md part 13).
 */

const clock = { now: () => Temporal.Now.instant() };
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const root = new URL("./", import.meta.url);
const opened = Promise.withResolvers<Service>();

// Here and not in main(): Deno Deploy finds jobs at the top level, before anything is served, and
// may start an instance for one. It waits for its service.
Deno.cron("housekeeping", "* * * * *", async () => await (await opened.promise).jobs.runMinute());

async function main(): Promise<number> {
  const parsed = await readConfig(readEnvironment());
  if (!parsed.ok) {
    for (const problem of parsed.refusal.problems) console.error(`aval: ${problem}`);
    return 1;
  }
  const config = parsed.value;
  const ownsStore = config.kv.kind === "file";
  if (config.kv.kind === "file") await lockForServer(config.kv.path);
  const telemetry = await openTelemetryIfOn();
  const log = openLog(config, telemetry);
  const drain = drainOnSignal();
  const build = readBuild(root);
  if (build === null) log.info("build_unknown", { reason: "the sources cannot be read" });
  const lifecycle = { version: project.version, build, draining: drain.begun };
  assertReachable(config);
  const runtime = { clock, random, log, telemetry, pause, lifecycle, ownsStore };
  const service = await open(config, runtime, drain);
  // No request was served yet, and a store that does not answer need not be waited for.
  if (service === null) return 0;
  opened.resolve(service);
  const requests = countRequests(pause);
  const server = serve(config, { service, log, requests, drain });
  service.jobs.start(drain.signal);
  void service.catchUp();
  void service.offerExamples();
  await drain.signal;
  const begunAt = clock.now();
  log.info("drain_begun");
  await finish(config, { server, requests });
  const late = pause(config.policy.server.closeSecondsMax * 1000).then(() => "late" as const);
  if (await Promise.race([service.close(), late]) === "late") log.warn("close_unfinished");
  const milliseconds = clock.now().since(begunAt).total("milliseconds");
  log.info("stopped", { milliseconds: Math.round(milliseconds) });
  return 0;
}

/**
 * Opens telemetry if the runtime has it on; otherwise loads none of it. It asks the runtime instead
 * of reading `OTEL_DENO`: if the variable could not be read, or was read differently, the runtime's
 * own spans would export whole URLs.
 */
async function openTelemetryIfOn(): Promise<Telemetry> {
  const isOn = Symbol.for("opentelemetry.js.api.1") in globalThis;
  if (!isOn) return silentTelemetry;
  const { openTelemetry } = await import("./gateways/telemetry/open_telemetry.ts");
  return openTelemetry({
    milliseconds: () => performance.now(),
    origin: performance.timeOrigin,
  });
}

function openLog({ logLevel: level }: Config, telemetry: Telemetry): Log {
  const write = (line: string) => console.error(line);
  return countLog(jsonLog({ level, clock, write, traceIds: telemetry.traceIds }), telemetry);
}

/**
 * Opens the service.
 *
 * @returns null if the process is ended meanwhile
 * @throws Error that names the variables if the store, the lists or the tag packs do not answer in
 * time
 */
async function open(config: Config, runtime: Runtime, drain: Drain): Promise<Service | null> {
  const { startSecondsMax } = config.policy.server;
  const { lists, tagPacks } = config;
  const asked = [
    "AVAL_KV",
    ...(lists !== null && isOnWeb(lists.at) ? ["AVAL_LISTS"] : []),
    ...(tagPacks !== null && isOnWeb(tagPacks.at) ? ["AVAL_TAGPACKS"] : []),
  ].join(" or ");
  return await within(
    pause(startSecondsMax * 1000),
    Promise.race([openService(config, runtime), drain.signal.then(() => null)]),
    `${asked}: did not answer within ${startSecondsMax} s`,
  );
}

/** Dependencies of serving. */
interface Serving {
  readonly service: Service;
  readonly log: Log;
  readonly requests: RunningRequests;
  readonly drain: Drain;
}

function serve(config: Config, { service, log, requests, drain }: Serving): LastingServer {
  const { mode, port } = config;
  const options = {
    // The runtime's own would print the error, and its text may hold what a caller typed.
    onError: () => {
      const requestId = crypto.randomUUID();
      log.error("fault", new Error("A request failed outside the app"), { requestId });
      return answerFault({
        requestId,
        mode,
        method: "GET",
        strictTransportSeconds: strictTransportSeconds(config),
      });
    },
  };
  const answer = async (request: Request, { remoteAddr, completed }: Deno.ServeHandlerInfo) => {
    const answered = await service.app(request, {
      peerAddress: "hostname" in remoteAddr ? remoteAddr.hostname : "",
      fallbackHost: URL.parse(`http://localhost:${at}`)?.host ?? null,
      completed,
    });
    return drain.begun() ? closesConnection(answered) : answered;
  };
  // Undefined where the runtime serves at no port (`DENO_SERVE_ADDRESS`).
  let at = port;
  let onListen = ({ port }: { readonly port: number }) => {
    const url = `http://localhost:${port}`;
    console.log(startLines({ url, mode }).join("\n"));
    service.logStarted();
  };
  return keepServing(() => {
    const server = Deno.serve(
      { ...options, port: at, onListen },
      (request, info) => requests.run(() => answer(request, info)),
    );
    // Port 0 is any free one: it stays the first that was.
    at = server.addr.port;
    onListen = () => {};
    return server;
  }, { log, pause });
}

/** The first lines for a newcomer after a start. */
function startLines(
  { url, mode }: { readonly url: string; readonly mode: Config["mode"] },
): readonly string[] {
  if (mode === "live") return [`aval ${project.version} listens on ${url} in live mode`];
  return [
    `aval ${project.version} listens on ${url} in sandbox mode`,
    `Open ${url}/ in a browser: six services, each with an answer and its reason`,
    "Everything in a sandbox is invented: people, companies, lists. No request needs a token",
    `Read ${url}/docs, and every operation of the API at ${url}/reference`,
  ];
}

/** Answers further requests until none arrive, and closes the port; gives up at its deadline. */
async function finish(
  { isDenoDeploy, policy: { server: rules } }: Config,
  { server, requests }: {
    readonly server: LastingServer;
    readonly requests: RunningRequests;
  },
): Promise<void> {
  const { platformFinishSecondsMax, finishSecondsMax } = rules;
  const secondsMax = isDenoDeploy ? platformFinishSecondsMax : finishSecondsMax;
  const deadline = pause(secondsMax * 1000);
  await pause(rules.drainSecondsMin * 1000);
  await Promise.race([requests.settled(rules.drainQuietSeconds * 1000), deadline]);
  // A shutdown takes the remaining body from a request that is still being read.
  await Promise.race([server.shutdown(), deadline]);
}

function reasonOf(fault: unknown): string {
  if (fault instanceof Deno.errors.AddrInUse) {
    return "PORT: another process listens there; stop it or choose another port";
  }
  return fault instanceof Error ? fault.message : "the start failed";
}

const startHelp = `aval ${project.version}: serves on PORT until SIGTERM or SIGINT

  deno task start
      takes no argument: variables configure it (docs/configuration.md). Without
      any it is a sandbox on http://localhost:8000 over .aval/kv.sqlite3
  deno task start --version
      prints version and build of this folder, as GET /health answers them

Exit status: 0 ended by a signal, 1 not started, 2 wrong usage`;

/** @returns the exit status of a call with arguments; null without any: it serves */
function answerArguments([first]: readonly string[]): number | null {
  if (first === undefined) return null;
  if (first === "--help" || first === "-h") {
    console.log(startHelp);
    return 0;
  }
  if (first === "--version") {
    console.log(`aval ${project.version}, build ${readBuild(root) ?? "unknown"}`);
    return 0;
  }
  console.error(`aval: Unexpected argument "${first}". See --help.`);
  return 2;
}

try {
  Deno.exit(answerArguments(Deno.args) ?? await main());
} catch (fault) {
  for (const line of reasonOf(fault).split("\n")) console.error(`aval: ${line}`);
  Deno.exit(1);
}

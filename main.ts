import "./core/temporal.ts";
import { parseConfig } from "./core/config/config.ts";
import { variableNames } from "./core/config/variables.ts";
import { jsonLog } from "./core/log.ts";
import { lockForServer } from "./kv/file_lock.ts";
import { answerFault } from "./routes/app.ts";
import { openService } from "./service.ts";

/**
 * The process: reads the environment once, serves, and drains on SIGTERM or SIGINT (Deno Deploy
 * sends the latter). Health answers 503 `draining` for a while first, so that a balancer looks
 * elsewhere before the port closes; then running requests finish, their bodies' arrival included,
 * and new ones are still answered beside them (decisions.md part 13).
 */

const clock = { now: () => Temporal.Now.instant() };
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Every variable where the permission allows it, so that a misspelt name is found; else the known ones. */
function environment(): Record<string, string> {
  if (Deno.permissions.querySync({ name: "env" }).state === "granted") return Deno.env.toObject();
  return Object.fromEntries(
    variableNames.flatMap((name) => {
      const value = Deno.env.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A file that cannot be read is told by the configuration, beside whatever else is wrong with it. */
function readIfThere(path: string): Promise<string | undefined> {
  return Deno.readTextFile(path).catch(() => undefined);
}

/** Knows when no request is between its arrival and its answer. */
function countRunning() {
  let running = 0;
  let none = Promise.withResolvers<void>();
  none.resolve();
  return {
    run: async <Value>(work: () => Promise<Value>): Promise<Value> => {
      if (running++ === 0) none = Promise.withResolvers();
      try {
        return await work();
      } finally {
        if (--running === 0) none.resolve();
      }
    },
    none: () => none.promise,
  };
}

function whyNot(fault: unknown): string {
  if (fault instanceof Deno.errors.AddrInUse) {
    return "PORT: another process listens there; stop it or choose another port";
  }
  return fault instanceof Error ? fault.message : "the start failed";
}

async function main(): Promise<number> {
  const env = environment();
  const policyFile = env["AVAL_POLICY"];
  const policyText = policyFile === undefined ? undefined : await readIfThere(policyFile);
  const parsed = parseConfig(env, policyText);
  if (!parsed.ok) {
    for (const problem of parsed.refusal.problems) console.error(`aval: ${problem}`);
    return 1;
  }
  const config = parsed.value;
  const log = jsonLog({ level: config.logLevel, clock, write: (line) => console.error(line) });
  if (config.kv.kind === "file") await lockForServer(config.kv.path);
  const drain = Promise.withResolvers<void>();
  let draining = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => {
      draining = true;
      drain.resolve();
    });
  }
  const service = await openService(config, {
    clock,
    random,
    log,
    pause,
    lifecycle: { draining: () => draining },
  });
  if (config.mode === "sandbox") await service.offerExamples();
  Deno.cron("housekeeping", "* * * * *", () => service.keepHouse());
  const requests = countRunning();
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
    requests.run(() =>
      service.app(request, {
        peerAddress: "hostname" in remoteAddr ? remoteAddr.hostname : "",
      })
    ));

  await drain.promise;
  const { drainSecondsMin, finishSecondsMax, platformFinishSecondsMax } = config.policy.server;
  const secondsMax = config.kv.kind === "platform" ? platformFinishSecondsMax : finishSecondsMax;
  const deadline = pause(secondsMax * 1000);
  await pause(drainSecondsMin * 1000);
  await Promise.race([requests.none(), deadline]);
  // A shutdown takes the rest of its body from a request that is still being read.
  await Promise.race([server.shutdown(), deadline]);
  await service.close();
  return 0;
}

try {
  Deno.exit(await main());
} catch (fault) {
  console.error(`aval: ${whyNot(fault)}`);
  Deno.exit(1);
}

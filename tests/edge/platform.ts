import { inherited, type ServerProcess, untilItListens } from "../support/server.ts";

/**
 * Deno Deploy as documented: Deno 2.5, every permission, no flags, names that begin with `DENO_`,
 * `OTEL_` or `LD_` reserved, 768 MB, and 5 s from SIGINT until the process is killed.
 */
const runtime = "deno@2.5.0";
const namesKept = /^(?:DENO_|OTEL_|LD_)/;
const valueBytesMax = 16_384;
/** Maximum bytes of a process's memory. */
export const memoryMax = 768 * 1024 * 1024;
const endsMilliseconds = 5_000;

/** A server in the platform's environment. */
export interface PlatformServer extends AsyncDisposable {
  readonly url: string;
  /** Its peak memory in bytes. */
  peakMemory(): Promise<number>;
  /** Ends it as the platform does. @returns its exit code; that of a kill after the time limit */
  end(): Promise<number>;
  errorText(): string;
}

/**
 * Starts this checkout with exactly these variables.
 *
 * @throws Error if one is reserved by the platform
 */
export async function startOnPlatform(
  variables: Readonly<Record<string, string>>,
): Promise<PlatformServer> {
  for (const [name, value] of Object.entries(variables)) {
    if (namesKept.test(name)) throw new Error(`The platform takes no variable named ${name}`);
    if (value.length > valueBytesMax) throw new Error(`The platform takes no ${name} so long`);
  }
  const child = new Deno.Command(await runtimePath(), {
    args: ["run", "-A", new URL("../../main.ts", import.meta.url).pathname],
    clearEnv: true,
    env: {
      ...inherited(),
      ...variables,
      // Of the platform's own: it also chooses the port.
      DENO_DEPLOY: "true",
      DENO_DEPLOYMENT_ID: "0123456789ab",
      PORT: "0",
    },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const server = await untilItListens(child);
  return {
    url: server.url,
    errorText: server.errorText,
    peakMemory: () => peakMemoryOf(server.pid),
    end: () => endInTime(server),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

let found: Promise<string> | undefined;

/** The path of the runtime itself: `npx` forwards no signals. */
function runtimePath(): Promise<string> {
  return found ??= (async () => {
    const { success, stdout } = await new Deno.Command("npx", {
      args: ["-y", runtime, "eval", "console.log(Deno.execPath())"],
      stderr: "inherit",
    }).output();
    if (!success) throw new Error(`${runtime} cannot be had`);
    return new TextDecoder().decode(stdout).trim();
  })();
}

async function peakMemoryOf(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  const kilobytes = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error("This system does not report the peak of memory");
  return Number(kilobytes) * 1024;
}

async function endInTime(server: ServerProcess): Promise<number> {
  const late = setTimeout(() => server.signal("SIGKILL"), endsMilliseconds);
  try {
    return await server.terminate("SIGINT");
  } finally {
    clearTimeout(late);
  }
}

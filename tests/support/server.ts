import { roomyPolicyFile } from "./policy.ts";

/** A separate server process, as an operator starts it. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Kills it without warning. */
  kill(): Promise<void>;
  /** Asks it to drain; resolves with its exit code. */
  terminate(signal?: "SIGTERM" | "SIGINT"): Promise<number>;
  /** Sends a signal without waiting for its effect. */
  signal(signal: Deno.Signal): void;
  /** Its standard error so far. */
  errorText(): string;
}

/**
 * {@link ServerProcess.errorText} without lines at level info and warnings about the age of the
 * excerpt's lists, which are logged each minute.
 */
export function errorsBesidesAge(server: ServerProcess): string {
  return server.errorText().replaceAll(/^.*"(?:lists_stale|level":"info)".*\n/gm, "");
}

const main = new URL("../../main.ts", import.meta.url);

/** The permissions of `deno task start`, without downloads. */
export const startPermissions = [
  "--cached-only",
  "--no-prompt",
  "--allow-net",
  "--allow-read",
  "--allow-write",
  "--allow-env=AVAL_*,PORT,DENO_KV_ACCESS_TOKEN,OTEL_*,PG*",
];

/**
 * Starts the service on a free port with exactly these variables. By default it uses a policy whose
 * buckets no test empties by accident (unless they name an `AVAL_POLICY`), the permissions of `deno
 * task start`, this checkout's entry, and this process's limits.
 *
 * @throws Error with the process's output if it ends before it listens
 */
export async function startServer(
  env: Readonly<Record<string, string>>,
  permissions: readonly string[] = startPermissions,
  entry: string = main.pathname,
  shell?: string,
): Promise<ServerProcess> {
  const run = ["run", ...permissions, entry];
  const limited = ["-c", `${shell}; exec "$0" "$@"`, Deno.execPath(), ...run];
  const child = new Deno.Command(shell === undefined ? Deno.execPath() : "sh", {
    args: shell === undefined ? run : limited,
    clearEnv: true,
    env: { ...inherited(), PORT: "0", AVAL_POLICY: roomyPolicyFile, ...env },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  return await untilItListens(child);
}

/**
 * Waits until a newly spawned server with piped outputs listens.
 *
 * @throws Error with its output, if it ends before
 */
export async function untilItListens(child: Deno.ChildProcess): Promise<ServerProcess> {
  const errors: string[] = [];
  const drained = collect(child.stderr, (text) => errors.push(text));
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  let url: string | undefined;
  while (url === undefined) {
    const { value, done } = await lines.read();
    if (done) {
      await Promise.all([drained, child.status]);
      throw new Error(`The server ended before it listened:\n${errors.join("")}`);
    }
    said += value;
    url = /aval (?:\d+\.\d+\.\d+ )?listens on (http:\/\/localhost:\w+)/.exec(said)?.[1];
  }
  lines.releaseLock();
  let ended = false;
  const status = child.status.then((result) => {
    ended = true;
    return result;
  });
  const end = async (signal: Deno.Signal) => {
    if (!ended) child.kill(signal);
    const { code } = await status;
    await child.stdout.cancel().catch(() => {});
    await drained;
    return code;
  };
  return {
    url: url.replace("localhost", "127.0.0.1"),
    pid: child.pid,
    kill: async () => void await end("SIGKILL"),
    terminate: (signal = "SIGTERM") => end(signal),
    signal: (signal) => child.kill(signal),
    errorText: () => errors.join(""),
    [Symbol.asyncDispose]: async () => void await end("SIGKILL"),
  };
}

/** Variables that the runtime itself needs, if the test may read them. */
export function inherited(): Record<string, string> {
  return Object.fromEntries(
    ["HOME", "PATH", "DENO_DIR", "XDG_CACHE_HOME", "TMPDIR"].flatMap((name) => {
      const value = Deno.env.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  take: (text: string) => void,
): Promise<void> {
  for await (const text of stream.pipeThrough(new TextDecoderStream())) take(text);
}

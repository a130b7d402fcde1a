import { type LosingProxy } from "./losing_proxy.ts";
import { isAlive, signalTree } from "./processes.ts";
import { pause } from "./recorder.ts";

/** A database for one run, which may kill and stop its processes. */
export interface Database extends AsyncDisposable {
  readonly backend: string;
  /** Variables that give the database's address to servers. */
  readonly env: Readonly<Record<string, string>>;
  /** Kills it without warning in the middle of its work. */
  kill(): Promise<void>;
  /** Starts it again with the data on its disk; resolves once it answers. */
  start(): Promise<void>;
  /** Pauses all its processes in the middle of their work. */
  stop(): Promise<void>;
  goOn(): Promise<void>;
  /** Drops the answers of grouped commits: {@link LosingProxy.lose}. */
  loseAnswers(most: number, milliseconds: number): Promise<number>;
}

/** Milliseconds for a killed process and its children to end. */
const goneMilliseconds = 10_000;

/**
 * A database that a script of `tests/` starts.
 *
 * @param start runs the script; resolves once the database answers
 */
export async function controlDatabase(
  { backend, env, proxy, start, remove }: Pick<Database, "backend" | "env"> & {
    /** The proxy to which the variables point. */
    readonly proxy: LosingProxy;
    readonly start: () => Promise<{ readonly pid: number }>;
    readonly remove: () => Promise<void>;
  },
): Promise<Database> {
  let { pid } = await start();
  const kill = async () => {
    await signalTree(pid, "SIGKILL");
    for (let waited = 0; await isAlive(pid); waited += 20) {
      if (waited > goneMilliseconds) throw new Error(`The database ${pid} does not end`);
      await pause(20);
    }
  };
  return {
    backend,
    env,
    kill: async () => {
      proxy.shut();
      await kill();
    },
    start: async () => {
      ({ pid } = await start());
      proxy.open();
    },
    stop: () => signalTree(pid, "SIGSTOP"),
    goOn: () => signalTree(pid, "SIGCONT"),
    loseAnswers: proxy.lose,
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await kill();
      await remove();
    },
  };
}

/**
 * Runs a script that prints one line once the server that it started answers.
 *
 * @throws Error with its output when it fails
 */
export async function runScript(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const { success, stdout, stderr } = await new Deno.Command("bash", {
    args: [new URL(`../${script}`, import.meta.url).pathname, ...args],
    env: { ...env },
  }).output();
  const text = new TextDecoder();
  if (!success) throw new Error(`tests/${script} failed:\n${text.decode(stderr)}`);
  return text.decode(stdout).trim().split(/\s+/);
}

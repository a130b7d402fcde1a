import type { TestServer } from "./denokv.ts";

/** A denokv process for one test, with its own file. */
export interface DenokvProcess extends TestServer, AsyncDisposable {
  /** Kills the process; commits that it acknowledged stay in its file. */
  kill(): Promise<void>;
  /** Starts it again after {@link DenokvProcess.kill}, at the same address. */
  restart(): Promise<void>;
  /** Pauses or continues the process. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
}

/** Starts a denokv for one caller. `tests/denokv.sh` must have run before. */
export async function startDenokv(): Promise<DenokvProcess> {
  const folder = await Deno.makeTempDir();
  const data = `${folder}/kv.sqlite3`;
  let running = await launch("0", { AVAL_TEST_DENOKV_DATA: data });
  const { url, accessToken } = running;
  let ended = false;
  const kill = async () => {
    if (ended) return;
    Deno.kill(running.pid, "SIGKILL");
    while (await listens(url));
    ended = true;
  };
  return {
    url,
    accessToken,
    kill,
    restart: async () => {
      running = await launch(new URL(url).port, {
        AVAL_TEST_DENOKV_DATA: data,
        AVAL_TEST_DENOKV_TOKEN: accessToken,
      });
      ended = false;
    },
    signal: (signal) => Deno.kill(running.pid, signal),
    [Symbol.asyncDispose]: async () => {
      await kill();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const script = new URL("../denokv.sh", import.meta.url);

async function launch(port: string, env: Readonly<Record<string, string>>) {
  const { AVAL_TEST_DENOKV_TOKEN: _, ...others } = Deno.env.toObject();
  const { code, stdout, stderr } = await new Deno.Command(script.pathname, {
    args: [port],
    clearEnv: true,
    env: { ...others, ...env },
  }).output();
  const text = new TextDecoder();
  if (code !== 0) throw new Error(`No denokv: ${text.decode(stderr)}`);
  const [url = "", accessToken = "", pid = ""] = text.decode(stdout).trim().split(" ");
  return { url, accessToken, pid: Number(pid) };
}

/** Whether something listens at a URL; a killed process does not, even before it is reaped. */
async function listens(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  try {
    (await Deno.connect({ hostname, port: Number(port) })).close();
    return true;
  } catch (fault) {
    if (fault instanceof Deno.errors.ConnectionRefused) return false;
    // It is just ending: the connection was taken and lost before we could use it.
    if (fault instanceof Deno.errors.ConnectionReset) return true;
    if (fault instanceof Deno.errors.NotConnected) return true;
    throw fault;
  }
}

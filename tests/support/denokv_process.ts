import type { TestServer } from "./denokv.ts";

/** A denokv of a test's own, on a file of its own. */
export interface DenokvProcess extends TestServer, AsyncDisposable {
  /** Ends it without warning; what it has acknowledged stays in its file. */
  kill(): Promise<void>;
  /** Starts it again after {@link DenokvProcess.kill}, at the same address. */
  restart(): Promise<void>;
  /** Stops it where it is, or lets it go on. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
}

/** Starts a denokv that nobody else uses; `tests/denokv.sh` has been run before. */
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

/** Whether somebody listens there: a process that was killed does not, whoever buries it. */
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

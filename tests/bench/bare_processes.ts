import type { BareDone, BareTask } from "./bare_process.ts";

const program = new URL("./bare_process.ts", import.meta.url).pathname;

/**
 * Runs one bare process for each task, all at the same time.
 *
 * @param done called while the processes still hold their connections
 * @returns the work of each
 */
export async function bareProcesses(
  tasks: readonly BareTask[],
  { env, started, done }: {
    readonly env: Readonly<Record<string, string>>;
    readonly started: () => void;
    readonly done: () => void;
  },
): Promise<readonly BareDone[]> {
  const processes = await Promise.all(tasks.map((task) => start(task, env)));
  await Promise.all(processes.map(({ go }) => go()));
  started();
  const results = await Promise.all(processes.map(({ line }) => line()));
  done();
  await Promise.all(processes.map(({ end }) => end()));
  return results.map((text): BareDone => JSON.parse(text));
}

async function start(task: BareTask, env: Readonly<Record<string, string>>) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "-A", program, JSON.stringify(task)],
    env,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const writer = child.stdin.getWriter();
  let text = "";
  const line = async () => {
    while (!text.includes("\n")) {
      const { value, done } = await reader.read();
      if (done) throw new Error("A bare process has ended before it was done");
      text += value;
    }
    const at = text.indexOf("\n");
    const first = text.slice(0, at);
    text = text.slice(at + 1);
    return first;
  };
  const go = () => writer.write(new TextEncoder().encode("go\n"));
  await line(); // ready
  return {
    go,
    line,
    end: async () => {
      await go();
      await child.status;
      await reader.cancel();
      await writer.close().catch(() => {});
    },
  };
}

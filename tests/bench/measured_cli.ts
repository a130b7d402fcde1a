/** Output and cost of an operator's command. */
export interface MeasuredCli {
  readonly stdout: string;
  /** Peak memory (Linux, VmHWM); 0 if it cannot be read. */
  readonly peakBytes: number;
}

/** Milliseconds between two readings of peak memory, which only grows. */
const lookMilliseconds = 100;

/**
 * Runs an operator's command like its task, in a process of its own.
 *
 * @throws Error with the command's output if it failed
 */
export async function measuredCli(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  command: "admin" | "tagpacks" = "admin",
): Promise<MeasuredCli> {
  const path = new URL(`../../cli/${command}.ts`, import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-prompt", "--allow-net", "--allow-read", "--allow-write"]
      .concat("--allow-env=AVAL_*,PORT,DENO_KV_ACCESS_TOKEN,OTEL_*,PG*", path, args),
    env: { ...env },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let peakBytes = 0;
  const look = async () => {
    const status = await Deno.readTextFile(`/proc/${child.pid}/status`).catch(() => "");
    const kilobytes = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0);
    peakBytes = Math.max(peakBytes, kilobytes * 1024);
  };
  const timer = setInterval(look, lookMilliseconds);
  const { success, stdout, stderr } = await child.output();
  clearInterval(timer);
  const text = new TextDecoder();
  if (!success) throw new Error(`${command} ${args.slice(0, 2).join(" ")}: ${text.decode(stderr)}`);
  return { stdout: text.decode(stdout), peakBytes };
}

/** Exit status and output of a `cli/` command. */
export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command as its task does, in a separate process with only these variables. */
export async function runCli(
  command: "admin" | "evaluate" | "lists" | "match" | "registers" | "screen" | "tagpacks",
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  morePermissions: readonly string[] = [],
): Promise<CliResult> {
  const path = new URL(`../../cli/${command}.ts`, import.meta.url).pathname;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--cached-only",
      "--no-prompt",
      // Only an operator's act may have its store on another machine.
      ...(command === "admin" ? ["--allow-net"] : []),
      "--allow-read",
      "--allow-write",
      "--allow-env=AVAL_*,PORT,DENO_KV_ACCESS_TOKEN,OTEL_*,PG*",
      ...morePermissions,
      path,
      ...args,
    ],
    clearEnv: true,
    env: {
      ...Object.fromEntries(
        ["HOME", "PATH", "DENO_DIR", "XDG_CACHE_HOME"].flatMap((name) => {
          const value = Deno.env.get(name);
          return value === undefined ? [] : [[name, value]];
        }),
      ),
      ...env,
    },
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

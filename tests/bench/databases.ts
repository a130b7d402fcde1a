import { cpuSecondsOfFamily } from "./cpu.ts";

/** A database server of a bench's own, empty. */
export interface Database extends AsyncDisposable {
  readonly name: DatabaseName;
  /** As `AVAL_KV` takes it. */
  readonly url: string;
  /** Of a KV Connect server; empty for others. */
  readonly accessToken: string;
  /** Seconds of processor that it has used, all its processes together. */
  cpuSeconds(): number;
}

/** Those that the project has a script for. */
export type DatabaseName = "denokv" | "postgres";

/** Starts one by its script in `tests/`. */
export async function startDatabase(name: DatabaseName): Promise<Database> {
  const script = new URL(`../${name}.sh`, import.meta.url).pathname;
  const { code, stdout } = await new Deno.Command(script, { args: ["0"], stderr: "inherit" })
    .output();
  if (code !== 0) throw new Error(`${script} did not start it`);
  const words = new TextDecoder().decode(stdout).trim().split(" ");
  const pid = Number(words.at(-1));
  return {
    name,
    url: words[0] ?? "",
    accessToken: name === "denokv" ? words[1] ?? "" : "",
    cpuSeconds: () => cpuSecondsOfFamily(pid),
    // PostgreSQL's "fast" shutdown; a denokv in the background does not hear it.
    [Symbol.asyncDispose]: () =>
      Promise.resolve(Deno.kill(pid, name === "postgres" ? "SIGINT" : "SIGTERM")),
  };
}

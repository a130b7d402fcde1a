import { cpuSecondsOfFamily } from "./cpu.ts";

/** An empty database server for one bench. */
export interface Database extends AsyncDisposable {
  readonly name: DatabaseName;
  /** Value for `AVAL_KV`. */
  readonly url: string;
  /** Access token of a KV Connect server; empty for others. */
  readonly accessToken: string;
  /** Processor seconds of all its processes. */
  cpuSeconds(): number;
}

/**
 * The kinds of databases: a file of one process, and the servers that a script of the project
 * starts.
 */
export type DatabaseName = "file" | "denokv" | "postgres";

/** Makes a folder for a file, or starts a server by its script in `tests/`. */
export async function startDatabase(name: DatabaseName): Promise<Database> {
  return name === "file" ? await makeFolder() : await startServer(name);
}

async function makeFolder(): Promise<Database> {
  const folder = await Deno.makeTempDir({ prefix: "aval-bench-file-" });
  return {
    name: "file",
    url: `${folder}/kv.sqlite3`,
    accessToken: "",
    cpuSeconds: () => 0, // SQLite runs in the process that opens it.
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

async function startServer(name: "denokv" | "postgres"): Promise<Database> {
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

/**
 * The cost of documentation and playground for a server that serves none of them: the last commit's
 * sandbox compared with a copy that does not load them; starts alternate. Start is the time from
 * the process's start to the answer of its first screening; memory is resident memory when idle
 * (Linux only). Fails if a median grows by more than issue 21 permits.
 *
 * Usage: deno task bench pages [--starts N] [--idle SECONDS]
 */
import { readOptions } from "../support/options.ts";
import { startServer } from "../support/server.ts";

/** Maximum increases of the medians. */
const [startMillisecondsMax, memoryMegabytesMax] = [20, 8];

interface Measured {
  readonly milliseconds: number;
  readonly megabytes: number;
}

const root = new URL("../../", import.meta.url).pathname;

async function run(command: string, args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(command, { args: [...args], cwd: root })
    .output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/** Copies the last commit. */
async function copyCommit(folder: string): Promise<void> {
  await Deno.mkdir(folder);
  await run("sh", ["-c", `git archive HEAD | tar -x -C ${folder}`]);
}

/** Removes from a copy the code that loads and mounts the pages; only two modules import it. */
async function takePagesOut(folder: string): Promise<void> {
  const edits: readonly (readonly [string, RegExp, string])[] = [
    [
      "routes/app.ts",
      /^import \{[^}]*\} from "\.\/pages\/(?:docs\/docs_routes|playground\/playground_routes)\.ts";$/gm,
      "",
    ],
    ["routes/app.ts", /^ *\.\.\.\((?:docs|playground) === null .*$/gm, ""],
    [
      "service/compose.ts",
      /^import .* from "(?:\.\.\/routes\/pages\/(?:docs|playground)\/|\.\/playground\.).*";$/gm,
      "",
    ],
    ["service/compose.ts", /const docs = await openDocs\(.*$/gm, "const docs = null;"],
    ["service/compose.ts", /const playground = [\s\S]*?;$/m, "const playground = null;"],
  ];
  for (const [file, found, instead] of edits) {
    const text = await Deno.readTextFile(`${folder}/${file}`);
    const edited = text.replace(found, instead);
    if (edited === text) throw new Error(`${file} has another form: ${found}`);
    await Deno.writeTextFile(`${folder}/${file}`, edited);
  }
}

async function measure(
  folder: string,
  { hasPages, idleSeconds }: { readonly hasPages: boolean; readonly idleSeconds: number },
): Promise<Measured> {
  const began = performance.now();
  await using server = await startServer({ AVAL_KV: ":memory:" }, undefined, `${folder}/main.ts`);
  const answer = await fetch(`${server.url}/v1/screen`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Viktor Sandbergov" }),
  });
  await answer.text();
  const milliseconds = performance.now() - began;
  if (answer.status !== 200) throw new Error(`The first answer was ${answer.status}`);
  await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1_000));
  const status = await Deno.readTextFile(`/proc/${server.pid}/status`);
  const megabytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024 / 1e6;
  for (const path of ["/docs", "/playground"]) {
    const page = await fetch(`${server.url}${path}`);
    await page.body?.cancel();
    if (page.status !== (hasPages ? 200 : 404)) throw new Error(`${path} answered ${page.status}`);
  }
  return { milliseconds, megabytes };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

const options = readOptions("bench pages", { starts: "15", idle: "2" });
const folder = await Deno.makeTempDir();
try {
  const variants = { with: `${folder}/with`, without: `${folder}/without` };
  for (const copy of Object.values(variants)) await copyCommit(copy);
  await takePagesOut(variants.without);
  const measured: Record<keyof typeof variants, Measured[]> = { with: [], without: [] };
  // The first start of each compiles, and is not counted.
  for (let round = 0; round <= Number(options.starts); round++) {
    for (const name of ["without", "with"] as const) {
      const one = await measure(variants[name], {
        hasPages: name === "with",
        idleSeconds: Number(options.idle),
      });
      if (round > 0) measured[name].push(one);
    }
  }
  const rows = [
    { what: "start to first answer, ms", of: "milliseconds", most: startMillisecondsMax },
    { what: "idle memory, MB", of: "megabytes", most: memoryMegabytesMax },
  ] as const;
  for (const { what, of, most } of rows) {
    const [bare, full] = [measured.without, measured.with]
      .map((starts) => median(starts.map((one) => one[of]))) as [number, number];
    const more = full - bare;
    if (more > most) Deno.exitCode = 1;
    const medians = `without ${bare.toFixed(1)}, with ${full.toFixed(1)}`;
    console.log(
      `${more > most ? "TOO MUCH " : ""}${what}: ${medians}, ${
        more.toFixed(1)
      } more (at most ${most})`,
    );
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}

import assert from "node:assert/strict";
import { adminHelpOn } from "../../cli/admin/help.ts";
import { ClientRecord } from "../../core/access/client_schema.ts";
import { programs } from "../programs.ts";
import project from "../../deno.json" with { type: "json" };

const root = new URL("../../", import.meta.url);

/** The program of a task, the manifest that it names, and the arguments before the caller's. */
interface TaskProgram {
  readonly task: string;
  readonly path: string;
  readonly config: readonly string[];
  readonly first: readonly string[];
}

/**
 * Tasks that run a program of this project, and the named programs of the one task that has
 * several.
 */
const taskPrograms: readonly TaskProgram[] = [
  ...Object.entries(project.tasks).flatMap(([task, { command }]) => {
    const [, path, rest = ""] = /\bdeno run .*?((?:[\w-]+\/)*\w+\.ts)(.*)$/.exec(command) ?? [];
    const [manifest = ""] = /--config [\w./-]+/.exec(command) ?? [];
    const first = rest.split(" ").filter(Boolean);
    return path === undefined
      ? []
      : [{ task, path, config: manifest.split(" ").filter(Boolean), first }];
  }),
  ...Object.entries(programs).flatMap(([task, named]) =>
    Object.entries(named).map(([name, { path, config }], at) => ({
      // The first of a kind runs where none is named, and is called so.
      task: at === 0 ? task : `${task} ${name}`,
      path,
      config: config === undefined ? [] : ["--config", config],
      first: [],
    }))
  ),
];

const offline = ["--no-check", "--cached-only", "--no-prompt", "--allow-all"];

/** Runs a program without its task's permissions: help needs only to read variables. */
async function run(
  path: string,
  { config = [], args }: { readonly config?: readonly string[]; readonly args: readonly string[] },
) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...config, ...offline, path, ...args],
    cwd: root,
    env: { NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

Deno.test("every task that is a program of ours explains itself by --help, and does nothing", async (t) => {
  assert(taskPrograms.length > 20, `${taskPrograms.length}`);
  for (const { task, path, config, first } of taskPrograms) {
    await t.step(`deno task ${task} --help`, async () => {
      const { code, out, err } = await run(path, { config, args: [...first, "--help"] });
      assert.equal(code, 0, err);
      // "usage: deno task NAME", or a text whose lines begin with the commands of NAME.
      assert.match(out, new RegExp(`deno task ${task}|^ *${task.split(":")[0]}\\b`, "m"));
    });
  }
});

Deno.test("a server takes no argument: a slip starts nothing", async () => {
  const { code, out, err } = await run("main.ts", { args: ["--port", "8001"] });
  assert.deepEqual([code, out], [2, ""]);
  assert.match(err, /Unexpected argument "--port"/);
});

Deno.test("admin --help names every member of a client's record once", () => {
  const [put = ""] = /^ {2}admin client put [^]*?(?=^ {2}admin )/m.exec(adminHelpOn([])) ?? [];
  const named = [...put.matchAll(/^ {8}(\w+) {2,}/gm)].map(([, name]) => name!);
  assert.deepEqual(named.toSorted(), Object.keys(ClientRecord.unwrap().shape).toSorted());
});

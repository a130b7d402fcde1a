/**
 * The suite, run on all cores. A single test file spends most of its time loading the service, so
 * files are imported in groups: a group is one isolate, which loads the service once. A file that
 * needs a process of its own has a line that begins with `// Runs apart:`.
 *
 *   deno task test                 every `*_test.ts` except the long ones
 *   deno task test --outside       only those that leave out tests without published lists or real
 *                                  servers
 *   deno task test:long            every `*_long_test.ts`: servers in processes of their own, simulations,
 *                                  kill and race rounds; and every property with all of its inputs
 *   deno task test tests/routes    the same, below one folder or of one file
 *
 * Types are checked by the root's task `check`, so that runs on other machines and runtimes need
 * not check them again.
 */
import { filesIn, importsOf, root } from "./support/imports.ts";

const quickTakes = "They take about seven minutes on two cores that nothing else uses.";
const longTakes = "They take about fifteen minutes on two cores that nothing else uses.";
const help = `usage: deno task test [PATH ...]         the suite, or what stands below a path
       deno task test --outside          of it, what published lists and real servers take part in
       deno task test:long [PATH ...]    processes, simulations, kill and race rounds, large laws
`;
/**
 * Files of a group: enough that loading takes a small part of the time, but few enough that the
 * last group does not delay the end.
 */
const groupFiles = 24;
const longEnding = "_long_test.ts";
/**
 * The module that property tests import. Files that import it also run in the long tests, with more
 * inputs.
 */
const runsModule = "tests/support/runs.ts";

/** Test files below a folder, or the file itself. */
async function testFiles(path: string): Promise<readonly string[]> {
  if (path.endsWith(".ts")) return [path];
  return (await filesIn(`${path}/`)).filter((file) => file.endsWith("_test.ts")).sort();
}

/** Whether a file must have an isolate of its own. */
async function runsApart(path: string): Promise<boolean> {
  return /^\/\/ Runs apart:/m.test(await Deno.readTextFile(new URL(path, root)));
}

/**
 * Distributes files over groups in turn, so that neighbouring files, which take similar time, are
 * in different groups.
 */
function deal(files: readonly string[]): readonly (readonly string[])[] {
  const groups = Math.max(2, Math.ceil(files.length / groupFiles));
  return Array.from(
    { length: groups },
    (_, group) => files.filter((_, at) => at % groups === group),
  )
    .filter((group) => group.length > 0);
}

/** Writes modules that each import the files of a group, and returns their paths. */
async function writeGroups(
  folder: string,
  groups: readonly (readonly string[])[],
): Promise<readonly string[]> {
  await Deno.remove(new URL(folder, root), { recursive: true }).catch(() => {});
  await Deno.mkdir(new URL(folder, root), { recursive: true });
  return await Promise.all(groups.map(async (files, number) => {
    const path = `${folder}group_${String(number).padStart(2, "0")}_test.ts`;
    const imports = files.map((file) => `import "../../../${file}";\n`).join("");
    await Deno.writeTextFile(new URL(path, root), imports);
    return path;
  }));
}

/** Forwards a process's output, and collects the lines about left-out tests. */
async function passOn(
  from: ReadableStream<Uint8Array>,
  to: { write(bytes: Uint8Array): Promise<number> },
  leftOut: Set<string>,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of from) {
    for (let sent = 0; sent < bytes.length;) sent += await to.write(bytes.subarray(sent));
    const lines = `${rest}${decoder.decode(bytes, { stream: true })}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("LEFT OUT")) leftOut.add(line);
  }
}

/** The folder of the files, and the selected ones. */
interface Asked {
  readonly paths: readonly string[];
  readonly isLong: boolean;
  readonly isOutside: boolean;
}

/** A test module: its text, and the test modules that it imports. */
interface TestModule {
  readonly text: string;
  readonly imports: readonly string[];
}

const modules = new Map<string, TestModule>();

async function readModule(path: string): Promise<TestModule> {
  const text = await Deno.readTextFile(new URL(path, root));
  const imports = (await importsOf(path)).map(({ to }) => to).filter((to) =>
    to.startsWith("tests/")
  );
  return { text, imports };
}

/** The module, and every test module that it imports, directly or indirectly. */
async function importedBy(path: string, seen: Set<string> = new Set()): Promise<Set<string>> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const found = modules.get(path) ?? await readModule(path);
  modules.set(path, found);
  for (const next of found.imports) await importedBy(next, seen);
  return seen;
}

/** Whether the file, or an import of it, may leave something out. */
async function leavesOut(file: string): Promise<boolean> {
  return [...await importedBy(file)].some((path) => modules.get(path)?.text.includes("LEFT OUT"));
}

async function isAsked(file: string, { isLong, isOutside }: Asked): Promise<boolean> {
  if (file.startsWith("tests/clients/")) return false;
  if (isOutside) return !file.endsWith(longEnding) && await leavesOut(file);
  return file.endsWith(longEnding) === isLong ||
    (isLong && (await importedBy(file)).has(runsModule));
}

/** The selected files. A file given by name is always included. */
async function filesOf(asked: Asked): Promise<readonly string[]> {
  const paths = asked.paths.length === 0 ? ["tests"] : asked.paths;
  const below = (await Promise.all(paths.map(testFiles))).flat();
  const files: string[] = [];
  for (const file of below) {
    if (paths.includes(file) || await isAsked(file, asked)) files.push(file);
  }
  return files;
}

/** Runs the suite. @returns the exit status */
async function runSuite(asked: Asked): Promise<number> {
  const files = await filesOf(asked);
  const apart = await Promise.all(files.map(runsApart));
  // Of its kind's own: the long tests run beside others.
  const folder = `.aval/suite/${asked.isLong ? "long" : asked.isOutside ? "outside" : "quick"}/`;
  const groups = await writeGroups(folder, deal(files.filter((_, at) => !apart[at])));
  console.error(`${files.length} files of tests. ${asked.isLong ? longTakes : quickTakes}`);
  const { stdout, stderr, status } = new Deno.Command(Deno.execPath(), {
    args: [
      ...["task", "--config", "tests/deno.json", "--cwd", ".", "files"],
      ...files.filter((_, at) => apart[at]),
      ...groups,
    ],
    cwd: root,
    env: asked.isLong ? { AVAL_TEST_LONG: "1" } : {},
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const leftOut = new Set<string>();
  await Promise.all([passOn(stdout, Deno.stdout, leftOut), passOn(stderr, Deno.stderr, leftOut)]);
  const { code } = await status;
  if (leftOut.size > 0) console.error(["", ...[...leftOut].sort(), ""].join("\n"));
  return code;
}

if (Deno.args.includes("--help") || Deno.args.includes("-h")) {
  console.log(help);
  Deno.exit(0);
}
Deno.exit(
  await runSuite({
    paths: Deno.args.filter((arg) => !arg.startsWith("--")),
    isLong: Deno.args.includes("--long"),
    isOutside: Deno.args.includes("--outside"),
  }),
);

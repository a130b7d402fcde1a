/**
 * `deno task test:guides`: runs the `sh` blocks of `docs/guide-*.md` and of other pages, in order,
 * in a copy of this checkout and against a sandbox for each page; for a page with one job also its
 * TypeScript and its Python. Fails if a command fails, a request is refused, or a job does not
 * print the promised result.
 */
import { startServer } from "../support/server.ts";
import { readPlaces } from "../support/options.ts";
import { type Block, blocksOf } from "./blocks.ts";

const root = new URL("../../", import.meta.url).pathname;

/** Pages with one job, whose samples are in three languages. */
const jobs = [
  "check-one-person",
  "prove-an-age",
  "log-people-in",
  "issue-a-degree",
  "decide-about-a-company",
];

/** Pages whose commands need only a sandbox; `operations` is covered by `test:guides operator`. */
const pages = [
  ...jobs,
  "guide-relying-parties",
  "guide-institutions",
  "guide-employers",
  "guide-applicants",
  "api",
  "configuration",
  "credentials",
  "kyb",
  "observability",
  "screening",
  "seal",
  "verification",
];

/** Blocks that are not run, by page and first words, each with the reason. */
const leftOut: readonly (readonly [page: string, begins: string, reason: string])[] = [
  ["configuration", "AVAL_MODE=production", "shows how a check fails"],
  ["credentials", "deno task admin issuer put graz", "needs an institution's own key"],
  ["credentials", "deno task admin template list", "names an id to put in"],
  ["credentials", "deno task admin batch remove-item BATCH", "names ids to put in"],
  ["kyb", "deno task registers check", "needs a file of company numbers"],
  ["kyb", "deno task registers build golden-copy.xml", "needs GLEIF's file"],
  ["kyb", "deno task admin kyb list", "names ids to put in; tests/cli has these commands"],
  ["kyb", "TOKEN=$(deno task admin token mint", "names an id to put in, and needs a live server"],
  ["observability", "export OTEL_DENO=true", "starts a server beside a collector"],
  ["screening", "deno task lists fetch", "asks the publishers of lists"],
];

/** Blocks that show a refusal, by page and first words. */
const refused: readonly (readonly [page: string, begins: string])[] = [
  ["seal", "curl -s localhost:8000/v1/seal"],
];

/** The folder and server for commands. */
interface Place {
  /** A copy of this checkout, deleted with all that blocks write. */
  readonly folder: string;
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A command's output, and whether it failed. */
interface Ran {
  readonly isWrong: boolean;
  readonly printed: string;
}

/** Runs a block after the earlier blocks of its page. */
async function run(page: string, { commands }: Block, place: Place): Promise<Ran> {
  const showsRefusal = refused.some(([of, begins]) => of === page && commands.startsWith(begins));
  const script = commands.replaceAll("localhost:8000", new URL(place.url).host)
    .replaceAll(/\bcurl -s(?= )/g, showsRefusal ? "curl -sS" : "curl -sS --fail-with-body");
  // What a block has set is there for the next one of its page.
  const kept = `${place.folder}.${page}.variables`;
  const text = `set -a; if [ -f ${kept} ]; then . ${kept}; fi\n${script}\nexport -p > ${kept}`;
  return await runProgram("bash", ["-euo", "pipefail", "-c", text], place);
}

async function runProgram(program: string, args: readonly string[], place: Place): Promise<Ran> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd: place.folder,
    env: place.env,
    signal: AbortSignal.timeout(60_000),
  }).output();
  const printed = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  return { isWrong: code !== 0, printed };
}

/**
 * Runs all blocks of a page in a language as one program, preceded by the blocks of the first job
 * that they need.
 */
async function runSamples(page: string, language: "ts" | "python", place: Place): Promise<Ran> {
  const textOf = async (page: string) => await Deno.readTextFile(`${root}docs/${page}.md`);
  const own = blocksOf(await textOf(page), language);
  const [first] = blocksOf(await textOf(jobs[0]!), language);
  const text = own.map(({ commands }) => commands).join("\n");
  const begins = /openClient|def call|import json/.test(text) ? "" : first!.commands;
  const program = `${begins}\n${text}\n`.replaceAll("localhost:8000", new URL(place.url).host);
  const file = `${place.folder}/${page}.${language === "ts" ? "ts" : "py"}`;
  await Deno.writeTextFile(file, program);
  if (language === "python") return await runProgram("python3", [file], place);
  const client = new URL("sdk/src/main.ts", `file://${root}`).href;
  const map = `${place.folder}/samples.json`;
  await Deno.writeTextFile(map, JSON.stringify({ imports: { "@aval/client": client } }));
  const args = ["run", "--no-config", "--no-lock", "--check", "--import-map", map, "--allow-net"];
  return await runProgram("deno", [...args, file], place);
}

/** The result codes in a section that its reader should see. */
function promisesOf(markdown: string, section: string): readonly string[] {
  const [, text = ""] = markdown.split(`## ${section}\n`);
  const [own = ""] = text.split("\n## ");
  const [, sentence = ""] = /You should see ([^]*?)(?:\.\s|:\s|\n\n)/.exec(own) ?? [];
  return [...sentence.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
}

/** Copies the files of this checkout, except those that git ignores. */
async function copyCheckout(folder: string): Promise<void> {
  await Deno.mkdir(folder);
  const files = "git ls-files --cached --others --exclude-standard --deduplicate -z";
  const { success, stderr } = await new Deno.Command("bash", {
    args: [
      "-euo",
      "pipefail",
      "-c",
      `${files} | tar --null -T - -c --ignore-failed-read | tar -x -C ${folder}`,
    ],
    cwd: root,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

function freePort(): string {
  using listener = Deno.listen({ port: 0 });
  return `${listener.addr.port}`;
}

readPlaces("test:guides", []);
const temporary = await Deno.makeTempDir();
let [passed, failed] = [0, 0];
const unused = new Set(leftOut);
try {
  await Deno.mkdir(`${temporary}/bin`);
  await Deno.symlink(Deno.execPath(), `${temporary}/bin/deno`);
  const folder = `${temporary}/aval`;
  await copyCheckout(folder);
  const PATH = `${temporary}/bin:${Deno.env.get("PATH") ?? ""}`;
  for (const page of pages) {
    const file = `docs/${page}.md`;
    // The commands know the store alone, and the port by what they ask: as whoever reads the page.
    const settings = { AVAL_KV: `${temporary}/${page}.sqlite3` };
    const PORT = freePort();
    const AVAL_BASE_URL = `http://localhost:${PORT}`;
    await using server = await startServer({ ...settings, PORT, AVAL_BASE_URL });
    const place = { folder, url: server.url, env: { ...settings, PATH, NO_COLOR: "1" } };
    const text = await Deno.readTextFile(`${root}${file}`);
    const note = (named: string, { isWrong, printed }: Ran) => {
      console.log(`${named}${isWrong ? `: FAILED\n${printed}` : ""}`);
      if (isWrong) failed++;
      else passed++;
    };
    const sections = new Map<string, string>();
    for (const block of blocksOf(text)) {
      const named = `${file}:${block.line} ${block.section}`;
      const out = leftOut.find(([of, begins]) => of === page && block.commands.startsWith(begins));
      if (out !== undefined) {
        unused.delete(out);
        console.log(`${named}: left out, ${out[2]}`);
        continue;
      }
      const ran = await run(page, block, place);
      note(named, ran);
      sections.set(block.section, (sections.get(block.section) ?? "") + ran.printed);
    }
    if (!jobs.includes(page)) continue;
    for (const [section, printed] of sections) {
      const missing = promisesOf(text, section).filter((code) => !printed.includes(code));
      note(`${file} ${section}: what you should see`, {
        isWrong: missing.length > 0,
        printed: `${missing.join(", ")}\nin: ${printed}`,
      });
    }
    for (const language of ["ts", "python"] as const) {
      note(`${file} in ${language}`, await runSamples(page, language, place));
    }
  }
} finally {
  await Deno.remove(temporary, { recursive: true });
}
for (const [page, begins] of unused) {
  console.log(`docs/${page}.md has no block that begins with "${begins}": FAILED`);
  failed++;
}
console.log(`${failed === 0 ? "ok" : "FAILED"} | ${passed} passed | ${failed} failed`);
if (failed > 0) Deno.exit(1);

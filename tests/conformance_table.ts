/**
 * Runs the conformance suite of the store over every available backend. Prints how many tests of
 * each guarantee passed, as the table of docs/stores.md.
 */
import { type Guarantee, guarantees } from "./kv/backends/guarantees.ts";
import { readPlaces } from "./support/options.ts";

/** The outcome of one test of the suite. */
interface Outcome {
  readonly backend: string;
  readonly guarantee: Guarantee;
  readonly passed: boolean;
}

const suites = ["kv/store/store_test.ts", "kv/backends/postgres/conformance_test.ts"];

async function runSuites(): Promise<readonly Outcome[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "test",
      "--config",
      new URL("deno.json", import.meta.url).pathname,
      "--no-check",
      "--no-prompt",
      "--allow-net",
      "--allow-read",
      "--allow-write",
      "--allow-run",
      "--allow-env",
      "--reporter=junit",
      ...suites.map((suite) => new URL(suite, import.meta.url).pathname),
    ],
    stdout: "piped",
    stderr: "inherit",
  }).output();
  const report = new TextDecoder().decode(stdout);
  return [...report.matchAll(/<testcase name="([^"]*)"[^>]*?(\/>|>[\s\S]*?<\/testcase>)/g)]
    .flatMap(([, name = "", rest = ""]) => {
      const [backend = "", guarantee = ""] = name.split(": ");
      const known = guarantees.find((one) => one === guarantee);
      const passed = !/<(failure|error)/.test(rest);
      if (!passed) console.error(`FAILED: ${name}`);
      return known === undefined ? [] : [{ backend, guarantee: known, passed }];
    });
}

/** The table in Markdown: a row for each guarantee, a column for each backend. */
function tableOf(outcomes: readonly Outcome[]): string {
  const backends = [...new Set(outcomes.map(({ backend }) => backend))];
  const cell = (backend: string, guarantee?: Guarantee) => {
    const tests = outcomes.filter((outcome) =>
      outcome.backend === backend && (guarantee === undefined || outcome.guarantee === guarantee)
    );
    const passed = tests.filter(({ passed }) => passed).length;
    return passed === tests.length ? `${passed}` : `${passed} of ${tests.length}`;
  };
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  return row(["Guarantee", ...backends]) + row(["---", ...backends.map(() => "--:")]) +
    guarantees.map((guarantee) =>
      row([guarantee, ...backends.map((backend) => cell(backend, guarantee))])
    ).join("") + row(["all", ...backends.map((backend) => cell(backend))]);
}

if (import.meta.main) {
  readPlaces("conformance", []);
  const outcomes = await runSuites();
  console.log(tableOf(outcomes));
  if (outcomes.length === 0 || outcomes.some(({ passed }) => !passed)) Deno.exitCode = 1;
}

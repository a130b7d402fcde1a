/**
 * Compares the answers of another commit's sandbox with this checkout's: the OpenAPI document, and
 * the requests of `requests.ts` and of the sandbox's table, with status, headers and body. Values
 * that are new in every answer (ids, times, tokens, hashes over them) are masked. Prints each
 * difference; the exit status is 1 if there is one.
 *
 * usage: deno task compare COMMIT
 */
import { inspect } from "node:util";
import { startServer } from "../support/server.ts";
import { type ComparedRequest, routeRequests, tableRequests } from "./requests.ts";
import { readPlaces } from "../support/options.ts";

/** Compared headers: those that depend on the answer, not on the moment. */
const comparedHeaders = [
  ...["allow", "access-control-allow-origin", "access-control-allow-headers", "cache-control"],
  ...["content-disposition", "content-security-policy", "content-type", "idempotent-replayed"],
  ...["location", "ratelimit-policy", "retry-after", "www-authenticate", "x-aval-mode"],
];

/** An answer without the values that differ between two runs of one commit. */
interface MaskedAnswer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

function masked(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "UUID")
    .replaceAll(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g, "TIME")
    .replaceAll(/http:(\/\/|%2F%2F)[^/"%]+(%3A\d+)?/g, "ORIGIN")
    .replaceAll(
      /("(?:proof|prev|hash|checkpoint|note|verifierKey)":)("[^"]*"|\[[^\]]*\])/g,
      "$1MASK",
    )
    .replaceAll(/("id":)"[0-9a-f]{32}"/g, "$1MASK")
    .replaceAll(/("ageHours":)\d+/g, "$1MASK")
    .replaceAll(/("engineVersion":"[\d.]+)\+[0-9a-f]{8}"/g, '$1"')
    .replaceAll(/("build":)"[0-9a-f]{12}"/g, "$1MASK")
    .replaceAll(/("(?:durationMs|retryAfterSeconds)":)[\d.]+/g, "$1MASK")
    .replaceAll(/((?:nonce|state|sessionToken)(?:":"|=|%22%3A%22))[\w.~-]+/g, "$1MASK");
}

async function answerTo(
  url: string,
  { method, path, headers, body }: ComparedRequest,
): Promise<MaskedAnswer> {
  const response = await fetch(`${url}${path}`, {
    method,
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(30_000),
  });
  return {
    status: response.status,
    headers: comparedHeaders.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [`${name}: ${masked(value)}`];
    }),
    body: masked(await response.text()),
  };
}

async function openApiOf(url: string): Promise<readonly string[]> {
  const document = await (await fetch(`${url}/openapi.json`)).json();
  return masked(JSON.stringify(document, null, 1)).split("\n");
}

/** Lines of one text that are missing in the other; repeated lines as often as they are missing. */
function linesMissing(from: readonly string[], other: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of other) left.set(line, (left.get(line) ?? 0) + 1);
  return from.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

async function git(...args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("git", { args: [...args] }).output();
  if (!success) throw new Error(`git ${args[0]}: ${new TextDecoder().decode(stderr)}`);
}

async function pageWithTable(folder: string): Promise<string> {
  for (const page of ["docs/sandbox.md", "README.md"]) {
    const text = await Deno.readTextFile(`${folder}/${page}`).catch(() => "");
    if (tableRequests(text).length > 0) return text;
  }
  throw new Error(`No sandbox table in ${folder}`);
}

/** @returns how many answers differ, the OpenAPI document counted as one */
async function differences(before: string): Promise<number> {
  const sandbox = { AVAL_MODE: "sandbox", AVAL_KV: ":memory:" };
  await using older = await startServer(sandbox, undefined, `${before}/main.ts`);
  await using newer = await startServer(sandbox);
  let differing = 0;
  const requests = [...tableRequests(await pageWithTable(before)), ...routeRequests];
  for (const request of requests) {
    const [was, is] = await Promise.all([
      answerTo(older.url, request),
      answerTo(newer.url, request),
    ]);
    if (inspect(was) === inspect(is)) continue;
    differing++;
    console.log(`${request.method} ${request.path} ${request.body ?? ""}`);
    console.log(`- ${JSON.stringify(was)}\n+ ${JSON.stringify(is)}`);
  }
  const [was, is] = await Promise.all([openApiOf(older.url), openApiOf(newer.url)]);
  const [gone, added] = [linesMissing(was, is), linesMissing(is, was)];
  for (const line of gone) console.log(`- ${line}`);
  for (const line of added) console.log(`+ ${line}`);
  if (gone.length + added.length > 0) differing++;
  console.log(`${requests.length} answers and the OpenAPI document compared, ${differing} differ`);
  return differing;
}

const [commit] = readPlaces("compare", ["COMMIT"]);
if (commit === undefined) {
  console.error("usage: deno task compare COMMIT");
  Deno.exit(2);
}
const folder = await Deno.makeTempDir({ prefix: "aval-compare-" });
try {
  await git("worktree", "add", "--detach", `${folder}/before`, commit);
  Deno.exitCode = await differences(`${folder}/before`) === 0 ? 0 : 1;
} finally {
  await git("worktree", "remove", "--force", `${folder}/before`);
  await Deno.remove(folder, { recursive: true });
}

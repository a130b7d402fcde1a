import type { printFiles } from "./print_files.ts";

const usage = `usage: deno task sdk          prints sdk/src/printed/ from the route records
       deno task sdk check    fails where what is committed differs from them
`;
const printed = new URL("../src/printed/", import.meta.url);

/** Loads what needs packages that nothing else of the project does: help comes without them. */
async function load(): Promise<{ readonly printFiles: typeof printFiles }> {
  return await import(import.meta.resolve("./print_files.ts"));
}

async function run([option, ...others]: readonly string[]): Promise<number> {
  if (option === "--help" || option === "-h") {
    console.log(usage);
    return 0;
  }
  if (others.length > 0 || (option !== undefined && option !== "check")) {
    console.error(usage);
    return 2;
  }
  const { operations, files } = await (await load()).printFiles();
  const differing: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const file = new URL(name, printed);
    if (await Deno.readTextFile(file).catch(() => "") === text) continue;
    differing.push(name);
    if (option === undefined) await Deno.writeTextFile(file, text);
  }
  const list = differing.length === 0 ? "" : `: ${differing.join(", ")}`;
  if (option === undefined) {
    console.log(`${operations} operations, ${differing.length} files changed${list}`);
    return 0;
  }
  if (differing.length === 0) {
    console.log(`sdk/src/printed/ is that of the ${operations} operations`);
    return 0;
  }
  console.error(`Not those of the routes; run "deno task sdk"${list}`);
  return 1;
}

Deno.exitCode = await run(Deno.args);

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import service from "../../deno.json" with { type: "json" };
import type { buildPackage } from "./build_package.ts";

const usage =
  `usage: deno task sdk build [FOLDER]    writes sdk/dist/, or another folder; "npm pack" in sdk/
makes the package of sdk/dist/
`;

/** Loads the modules that need packages of this tool only, so that help needs no packages. */
async function load(): Promise<{ readonly buildPackage: typeof buildPackage }> {
  return await import(import.meta.resolve("./build_package.ts"));
}

async function run(args: readonly string[]): Promise<number> {
  const asksForHelp = args.includes("--help") || args.includes("-h");
  const [named, ...more] = args;
  if (asksForHelp || more.length > 0 || named?.startsWith("-") === true) {
    (asksForHelp ? console.log : console.error)(usage);
    return asksForHelp ? 0 : 2;
  }
  const manifest = JSON.parse(
    await Deno.readTextFile(new URL("../package.json", import.meta.url)),
  );
  if (manifest.version !== service.version) {
    console.error(`sdk/package.json has version ${manifest.version}, not ${service.version}`);
    return 1;
  }
  const folder = named === undefined
    ? new URL("../dist/", import.meta.url)
    : pathToFileURL(`${resolve(named)}/`);
  if (named === undefined) await Deno.remove(folder, { recursive: true }).catch(() => {});
  const written = await (await load()).buildPackage(folder);
  console.log(`${named ?? "sdk/dist/"}: ${written.length} files`);
  return 0;
}

Deno.exitCode = await run(Deno.args);

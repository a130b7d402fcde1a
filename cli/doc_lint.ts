import { processTerminal } from "./command/terminal.ts";

/**
 * Fails when an export has no docstring. Ignores further findings of `deno doc --lint`: members
 * whose names explain them, and types inferred from a documented schema.
 */
const usage = "usage: deno task doc:lint\n";
if (Deno.args.length > 0) {
  const asksForHelp = Deno.args.includes("--help") || Deno.args.includes("-h");
  (asksForHelp ? processTerminal.out : processTerminal.err)(usage);
  Deno.exit(asksForHelp ? 0 : 2);
}

const folders = [
  "base",
  "standards",
  "core",
  "sources",
  "quality",
  "gateways",
  "kv",
  "sandbox",
  "wasm",
  "routes",
  "service",
  "cli",
  "sdk/src",
];

async function sources(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory && !["built", "matcher", "printed"].includes(entry.name)) {
      found.push(...await sources(path));
    }
    if (entry.isFile && entry.name.endsWith(".ts")) found.push(path);
  }
  return found;
}

const files = [
  "main.ts",
  ...(await Promise.all(folders.map(sources))).flat(),
];
const { stderr } = await new Deno.Command(Deno.execPath(), {
  args: ["doc", "--lint", ...files],
  env: { NO_COLOR: "1" },
  stdout: "null",
}).output();
const findings = new TextDecoder().decode(stderr).split(/\n(?=error)/)
  .filter((finding) =>
    finding.startsWith("error[missing-jsdoc]") && /^\s*\d+ \| export /m.test(finding) &&
    !/^\s*\d+ \| export type \w+ = (z\.(infer|input|output)<|Schemas\[)/m.test(finding)
  );
for (const finding of findings) console.error(finding);
console.error(`${files.length} files, ${findings.length} exports without documentation`);
if (findings.length > 0) Deno.exit(1);

/**
 * Fails when an export has no docstring. `deno doc --lint` has two further findings, which reject
 * every type that is inferred from a schema; those are left out.
 */
const folders = ["core", "routes", "kv", "wasm", "cli"];

async function sources(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory && !["built", "matcher"].includes(entry.name)) {
      found.push(...await sources(path));
    }
    if (entry.isFile && entry.name.endsWith(".ts")) found.push(path);
  }
  return found;
}

const files = ["main.ts", "service.ts", ...(await Promise.all(folders.map(sources))).flat()];
const { stderr } = await new Deno.Command(Deno.execPath(), {
  args: ["doc", "--lint", ...files],
  env: { NO_COLOR: "1" },
  stdout: "null",
}).output();
const findings = new TextDecoder().decode(stderr).split(/\n(?=error)/)
  .filter((finding) => finding.startsWith("error[missing-jsdoc]"));
for (const finding of findings) console.error(finding);
console.error(`${files.length} files, ${findings.length} exports without documentation`);
if (findings.length > 0) Deno.exit(1);

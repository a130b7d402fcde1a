import type { measure } from "./measure.ts";

const usage = `usage: deno task sdk figures          builds the package and measures it
       deno task sdk figures sizes    measures its sizes alone
`;

/** Loads the modules that need packages of this tool only, so that help needs no packages. */
async function load(): Promise<{ readonly measure: typeof measure }> {
  return await import(import.meta.resolve("./measure.ts"));
}

async function run(args: readonly string[]): Promise<number> {
  const asksForHelp = args.includes("--help") || args.includes("-h");
  const sizesAlone = args.length === 1 && args[0] === "sizes";
  if (args.length > 0 && !sizesAlone) {
    (asksForHelp ? console.log : console.error)(usage);
    return asksForHelp ? 0 : 2;
  }
  const figures = await (await load()).measure({ sizesAlone });
  for (const { name, value, most, unit } of figures) {
    const bound = most === undefined ? "" : ` of at most ${most}`;
    console.log(`${value > (most ?? value) ? "TOO MUCH " : ""}${name}: ${value}${bound} ${unit}`);
  }
  return figures.some(({ value, most }) => value > (most ?? value)) ? 1 : 0;
}

Deno.exitCode = await run(Deno.args);

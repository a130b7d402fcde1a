/** How a deployment starts the service. */
export interface Start {
  /** Arguments after `deno run`, including `main.ts`. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const read = (path: string) => Deno.readTextFile(new URL(`../../${path}`, import.meta.url));

/** The start in the image's last stage: `ENV`, and the command line that `CMD` completes. */
export async function startOfImage(): Promise<Start> {
  const stage = (await read("deploy/Containerfile")).split(/^FROM /m).at(-1) ??
    "";
  const words = ["ENTRYPOINT", "CMD"].flatMap((name): readonly string[] => {
    const list = new RegExp(`^${name} (\\[.*\\])$`, "m").exec(stage)?.[1];
    return JSON.parse(list ?? "null");
  });
  return { args: afterRun(words), env: variablesIn(stage, /^ENV (.*)$/gm) };
}

/** The start in the systemd unit: `Environment=` and `ExecStart=`. */
export async function startOfUnit(): Promise<Start> {
  const unit = (await read("deploy/aval.service")).replaceAll("\\\n", " ");
  const words = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.trim().split(/\s+/) ?? [];
  return {
    args: afterRun(words),
    env: variablesIn(unit, /^Environment=(.*)$/gm),
  };
}

/** The first start in docs/operations.md, without the variables that make it live. */
export async function startOfGuide(): Promise<Start> {
  const guide = (await read("docs/operations.md")).replaceAll("\\\n", " ");
  const block = guide.split("```").find((text) => /^deno run .* main\.ts 2>/m.test(text)) ??
    "";
  const line = /^(deno run .*) 2>/m.exec(block)?.[1] ?? "";
  const sources = [...block.matchAll(/^SOURCES=(?:\$SOURCES,)?(.*)$/gm)].map(([, part]) => part);
  const words = line.replaceAll('"', "").replace("$SOURCES", sources.join(",")).split(/\s+/);
  const env = variablesIn(block, /^export (.*)$/gm);
  const { AVAL_MODE: _, AVAL_LISTS: __, AVAL_SECRET_KEY: ___, ...sandbox } = env;
  return { args: afterRun(words), env: sandbox };
}

/** @throws Error if it is another command than `deno run ... main.ts` */
function afterRun(words: readonly string[]): readonly string[] {
  const [deno = "", run, ...args] = words;
  if (!/(^|\/)deno$/.test(deno) || run !== "run" || args.at(-1) !== "main.ts") {
    throw new Error(`Not understood: ${words.join(" ")}`);
  }
  return args;
}

function variablesIn(text: string, lines: RegExp): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(lines)].flatMap(([, line = ""]) =>
      line.replace(/\s+#.*$/, "").split(/\s+/).map((pair) => {
        const at = pair.indexOf("=");
        return [pair.slice(0, at), pair.slice(at + 1)];
      })
    ),
  );
}

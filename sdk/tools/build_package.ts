import ts from "typescript";

const source = new URL("../src/", import.meta.url);
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  declaration: true,
  stripInternal: true,
};

/** Modules that the package exports. */
export const entries = ["main", "browser", "login", "audit"] as const;

/**
 * Builds the package into a folder: the modules that its entries reach, except those that contain
 * only types.
 *
 * @returns the paths that were written
 */
export async function buildPackage(folder: URL): Promise<readonly string[]> {
  const written: string[] = [];
  for (const [extension, print] of [["js", script], ["d.ts", declaration]] as const) {
    const texts = new Map<string, string>();
    const reach = async (path: string) => {
      if (texts.has(path)) return;
      const text = print(path, await Deno.readTextFile(new URL(`${path}.ts`, source)));
      texts.set(path, text);
      for (const next of importsOf(path, text)) await reach(next);
    };
    for (const entry of entries) await reach(entry);
    for (const [path, text] of texts) {
      const file = new URL(`${path}.${extension}`, folder);
      await Deno.mkdir(new URL("./", file), { recursive: true });
      await Deno.writeTextFile(file, text);
      written.push(`${path}.${extension}`);
    }
  }
  return written;
}

/** The modules that a built module imports, without extensions. */
export function importsOf(path: string, text: string): readonly string[] {
  return [...text.matchAll(/\bfrom "(\.{1,2}\/[\w/]+)\.js"/g)]
    .map(([, to = ""]) => new URL(to, `file:///${path}`).pathname.slice(1));
}

function script(path: string, text: string): string {
  const compilerOptions = { ...options, removeComments: true, declaration: false };
  return built(path, ts.transpileModule(text, { fileName: `${path}.ts`, compilerOptions }))
    .replaceAll(/^ +/gm, "");
}

function declaration(path: string, text: string): string {
  const compilerOptions = options;
  const types = ts.transpileDeclaration(text, { fileName: `${path}.ts`, compilerOptions });
  return built(path, types);
}

function built(path: string, { diagnostics = [], outputText }: ts.TranspileOutput): string {
  const [fault] = diagnostics;
  if (fault !== undefined) {
    throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(fault.messageText, "\n")}`);
  }
  // What is imported is the JavaScript beside it.
  return outputText.replaceAll(/(["'])(\.{1,2}\/[\w/]+)\.ts\1/g, '"$2.js"')
    .replaceAll(/^(?: {4})+/gm, (blanks) => " ".repeat(blanks.length / 4));
}

/**
 * The permitted uses within the crate `wasm/matcher`: the arrows of its layers, without cycles of
 * files.
 */

import assert from "node:assert/strict";

const source = new URL("../../wasm/matcher/src/", import.meta.url);

/** The layers, lowest first: each may use itself and those before it. */
const layers = [
  ["weights.rs", "date.rs", "order.rs", "words.rs"],
  ["text/"],
  ["name/"],
  ["snapshot/"],
  ["find/"],
  ["compare/"],
  ["explain/"],
  ["engine.rs", "examine.rs", "pairs.rs"],
  ["lib.rs"],
] as const;

/** A use of one file by another. */
interface Arrow {
  readonly from: string;
  readonly to: string;
}

Deno.test("the crate's arrows point to the same layer or a lower one", async () => {
  const files = await readCrate();
  const wrong = arrowsOf(files).filter(({ from, to }) => layerOf(from) < layerOf(to));
  assert.deepEqual(wrong, []);
});

Deno.test("no files of the crate form a cycle", async () => {
  const files = await readCrate();
  assert.equal(findCycle([...files.keys()], arrowsOf(files)), null);
});

Deno.test("a folder of the crate has one file that declares its modules, and nothing else", async () => {
  for (const [file, lines] of await readCrate()) {
    if (!file.endsWith("mod.rs") && file !== "lib.rs") continue;
    const others = lines.filter((line) =>
      line.trim() !== "" && !/^(?:\/\/!|#!\[|(?:pub |pub\(crate\) )?mod \w+;$)/.test(line)
    );
    assert.deepEqual(others, [], file);
  }
});

Deno.test("the pure crate forbids unsafe code, once, and knows no boundary", async () => {
  const files = await readCrate();
  const having = (text: string) =>
    [...files].flatMap(([file, lines]) =>
      lines.filter((line) => line.includes(text)).map(() => file)
    );
  assert.deepEqual(having("unsafe_code"), ["lib.rs"]);
  assert.deepEqual(having("wasm_bindgen"), []);
});

Deno.test("arrowsOf() reads nested groups, super, paths in code and test modules", () => {
  const files = new Map<string, readonly string[]>([
    ["a/one.rs", [
      "use crate::a::{two::Two, three::{self, Three}};",
      "use super::four::Four;",
      "fn f() { crate::b::five::call() }",
      "/// See [`crate::b::six`].",
      "mod tests {",
      "    use super::*;",
      "    use super::super::seven::Seven;",
    ]],
    ...["a/two.rs", "a/three.rs", "a/four.rs", "b/five.rs", "b/six.rs", "a/seven.rs"]
      .map((file): [string, readonly string[]] => [file, []]),
  ]);
  const found = arrowsOf(files).map(({ to }) => to).toSorted();
  assert.deepEqual(found, ["a/four.rs", "a/seven.rs", "a/three.rs", "a/two.rs", "b/five.rs"]);
});

Deno.test("findCycle() names the files of a cycle", () => {
  const arrow = (from: string, to: string): Arrow => ({ from, to });
  const straight = [arrow("a", "b"), arrow("b", "c"), arrow("a", "c")];
  assert.equal(findCycle(["a", "b", "c"], straight), null);
  assert.deepEqual(findCycle(["a", "b", "c"], [...straight, arrow("c", "b")]), ["b", "c", "b"]);
});

/** The lines of every file, by its path below `src/`. */
async function readCrate(): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = new Map<string, readonly string[]>();
  async function visit(folder: string): Promise<void> {
    for await (const { name, isDirectory } of Deno.readDir(new URL(folder, source))) {
      if (isDirectory) await visit(`${folder}${name}/`);
      else if (name.endsWith(".rs")) {
        const text = await Deno.readTextFile(new URL(`${folder}${name}`, source));
        files.set(`${folder}${name}`, text.split("\n"));
      }
    }
  }
  await visit("./");
  return new Map([...files].map(([file, lines]) => [file.slice(2), lines]));
}

function layerOf(file: string): number {
  const found = layers.findIndex((layer) => layer.some((part) => file.startsWith(part)));
  assert.notEqual(found, -1, `${file} belongs to no layer`);
  return found;
}

/** Every use of a file by another, each once. */
function arrowsOf(files: ReadonlyMap<string, readonly string[]>): readonly Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const [from, lines] of files) {
    for (const path of pathsOf(from, lines)) {
      const to = fileOf(path, files);
      if (to !== null && to !== from) arrows.set(`${from} ${to}`, { from, to });
    }
  }
  return [...arrows.values()];
}

/** The absolute paths in the code of a file, without `crate`. */
function* pathsOf(file: string, lines: readonly string[]): Generator<readonly string[]> {
  const own = file.replace(/(?:\/mod)?\.rs$/, "").split("/");
  const inTests = lines.indexOf("mod tests {");
  const code = lines.map((line, at) => ({
    text: line.replace(/\/\/.*$/, ""),
    module: inTests !== -1 && at > inTests ? [...own, "tests"] : own,
  }));
  const text = code.map((line) => line.text).join("\n");
  const starts = code.map((_, at) =>
    code.slice(0, at).reduce((sum, line) => sum + line.text.length + 1, 0)
  );
  for (const found of text.matchAll(/\b(?:crate|super)(?=::)/g)) {
    const line = starts.findLastIndex((start) => start <= found.index);
    const { module } = code[line]!;
    const base = found[0] === "crate" ? [] : module.slice(0, -1);
    if (text.slice(0, found.index).endsWith("super::")) continue;
    yield* expand(text.slice(found.index + found[0].length), base);
  }
}

/** The paths of a use tree, which begins with `::`. */
function* expand(tree: string, base: readonly string[]): Generator<readonly string[]> {
  const [, name, end] = /^::(\w+|\{)?(.?)/s.exec(tree) ?? [];
  if (name === undefined) return yield base;
  if (name === "super") return yield* expand(tree.slice(7), base.slice(0, -1));
  if (name !== "{") {
    const path = name === "self" ? base : [...base, name];
    return end === ":" ? yield* expand(tree.slice(2 + name.length), path) : yield path;
  }
  for (const branch of branchesOf(tree.slice(3))) yield* expand(`::${branch}`, base);
}

/** The parts of a group, after its first brace. */
function branchesOf(group: string): readonly string[] {
  const branches: string[] = [];
  let [depth, branch] = [0, ""];
  for (const letter of group) {
    if (letter === "}" && depth === 0) break;
    if (letter === "{") depth++;
    if (letter === "}") depth--;
    if (letter === "," && depth === 0) {
      branches.push(branch.trim());
      branch = "";
    } else branch += letter;
  }
  return [...branches, branch.trim()].filter((one) => one !== "");
}

/** The file that declares a path: that of its longest module. */
function fileOf(
  path: readonly string[],
  files: ReadonlyMap<string, readonly string[]>,
): string | null {
  for (let length = path.length; length > 0; length--) {
    const module = path.slice(0, length).join("/");
    for (const file of [`${module}.rs`, `${module}/mod.rs`]) if (files.has(file)) return file;
  }
  return null;
}

/** The files of one cycle, with the first repeated at its end; null if there is none. */
function findCycle(files: readonly string[], arrows: readonly Arrow[]): readonly string[] | null {
  const done = new Set<string>();
  function visit(file: string, way: readonly string[]): readonly string[] | null {
    const again = way.indexOf(file);
    if (again !== -1) return [...way.slice(again), file];
    if (done.has(file)) return null;
    for (const { from, to } of arrows) {
      const found = from === file ? visit(to, [...way, file]) : null;
      if (found !== null) return found;
    }
    done.add(file);
    return null;
  }
  for (const file of files) {
    const found = visit(file, []);
    if (found !== null) return found;
  }
  return null;
}

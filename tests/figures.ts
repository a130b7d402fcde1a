/**
 * Prints the size of the source, area by area: `deno run --allow-read tests/figures.ts`.
 *
 * Rooms are folders that contain modules. Arrows are pairs of rooms in one area of which one
 * imports the other. Lines are lines of code, without comments and blank lines.
 */

import { circles, filesOf, folderIn, folders, importsOf, root } from "./support/imports.ts";

const areas = [...folders.filter((area) => area !== "wasm/"), "service/", "tests/"];

const rows: readonly (string | number)[][] = await Promise.all(areas.map(async (area) => {
  const files = await filesOf([area]);
  const rooms = Map.groupBy(files, (path) => path.slice(0, path.lastIndexOf("/")));
  const arrows = new Map<string, Set<string>>();
  for (const path of files) {
    for (const { to } of await importsOf(path)) {
      const [from, other] = [folderIn(path), folderIn(to)];
      if (!to.startsWith(area) || from === other) continue;
      arrows.set(from, (arrows.get(from) ?? new Set()).add(other));
    }
  }
  const listed = [...arrows].map(([from, to]) => [from, [...to]] as const);
  const lines = await Promise.all(files.map(linesOf));
  return [
    area,
    rooms.size,
    files.length,
    Math.max(...[...rooms.values()].map((room) => room.length)),
    listed.reduce((sum, [, to]) => sum + to.length, 0),
    circles(new Map(listed)).length,
    lines.reduce((sum, count) => sum + count, 0),
  ];
}));

async function linesOf(path: string): Promise<number> {
  const text = await Deno.readTextFile(new URL(path, root));
  return text.split("\n").filter((line) => !/^\s*($|\/\/|\/\*|\*)/.test(line)).length;
}

const titles = ["area", "rooms", "files", "largest room", "arrows", "circles", "lines"];
for (const row of [titles, ...rows]) {
  console.log(row.map((cell, at) => `${cell}`[at === 0 ? "padEnd" : "padStart"](13)).join(""));
}

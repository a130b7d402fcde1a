import { ok, refuse, type Result } from "../../base/result.ts";
import { openRegisterBuilder } from "../../sources/registers/build_registers.ts";
import { openRegisters } from "../../sources/registers/open_registers.ts";
import { readRegisterFile } from "../../sources/registers/read_registers.ts";
import { registerFileBounds } from "../../sources/registers/register_file_bounds.ts";
import type { RegisterDescription } from "../../sources/registers/schema.ts";
import { type CommandRefusal, type Done, failed } from "../command/command.ts";
import { lazyFile } from "../lists/lazy_file.ts";
import { writeNamedFile } from "../command/named_files.ts";
import { printable, type Terminal } from "../command/terminal.ts";

/** Reads the files, and writes their snapshot after opening it completely. */
export async function buildRegisters(
  { paths, out }: { readonly paths: readonly string[]; readonly out: string },
  terminal: Terminal,
): Promise<Done> {
  const files = await filesOf(paths);
  if (!files.ok) return files;
  const builder = openRegisterBuilder();
  let read = 0;
  let skipped = 0;
  for (const { path, isNamed } of files.value) {
    let records: ReturnType<typeof readRegisterFile>;
    try {
      records = readRegisterFile(lazyFile(path), registerFileBounds, builder);
    } catch (thrown) {
      return failed(`${path}: ${thrown instanceof Error ? thrown.message : "cannot be read"}`);
    }
    if (!records.ok) {
      const { code, line, message } = records.refusal;
      if (code === "file_unknown" && !isNamed) {
        terminal.err(`${path}: ${message}; left out\n`);
        skipped += 1;
        continue;
      }
      return failed(`${path}${line === null ? "" : `:${line}`}: ${message}`);
    }
    read += records.value;
  }
  if (skipped === files.value.length) return failed("No file has a record of GLEIF's level 1 data");
  const { bytes, description } = builder.finish();
  const opened = openRegisters(bytes);
  if (!opened.ok) throw new Error(`The snapshot that was built ${opened.refusal.message}`);
  const written = await writeNamedFile(out, bytes);
  if (!written.ok) return written;
  terminal.out(`${read} records read from ${files.value.length - skipped} files\n`);
  terminal.out(renderRegisters(opened.value.id, bytes.length, description));
  return ok(null);
}

/** Renders the content of a snapshot for people. */
export function renderRegisters(
  id: string,
  bytes: number,
  { records, registerNumbers, newestUpdate, findings }: RegisterDescription,
): string {
  const rows = [
    ["id", id],
    ["bytes", String(bytes)],
    ["records", String(records)],
    ["numbers", `${registerNumbers} entities can be found by their register's number`],
    ["newest update", newestUpdate ?? "-"],
    ...findings.map(({ reason, count, examples }) => [
      reason.replaceAll("_", " "),
      `${count}, such as ${examples.map(printable).join("; ")}`,
    ]),
  ] as const;
  const width = Math.max(...rows.map(([name = ""]) => name.length)) + 2;
  return rows.map(([name = "", value = ""]) => `${name.padEnd(width)}${value}\n`).join("");
}

/** A file to read. A file found in a folder may be of another kind, such as level 2. */
interface RegisterFile {
  readonly path: string;
  readonly isNamed: boolean;
}

/** The files of the paths; for a folder every `.json` and `.xml` file in it, by name. */
async function filesOf(
  paths: readonly string[],
): Promise<Result<readonly RegisterFile[], CommandRefusal>> {
  const files: RegisterFile[] = [];
  for (const path of paths) {
    try {
      if (!(await Deno.stat(path)).isDirectory) {
        files.push({ path, isNamed: true });
        continue;
      }
      const names: string[] = [];
      for await (const { name, isFile } of Deno.readDir(path)) {
        if (isFile && /\.(?:json|xml)$/i.test(name)) names.push(name);
      }
      if (names.length === 0) return failed(`${path}: no .json or .xml file is in it`);
      const folder = path.replace(/\/+$/, "");
      files.push(
        ...names.toSorted().map((name) => ({ path: `${folder}/${name}`, isNamed: false })),
      );
    } catch {
      return refuse({ code: "failed", message: `${path}: no such file or folder, or no access` });
    }
  }
  return ok(files);
}

import assert from "node:assert/strict";
import { runCli } from "./cli.ts";
import { folderOf } from "./folder.ts";

/** An event of an audit log in its exported form. */
export interface ExportedEvent {
  readonly kind: string;
  readonly clientId?: string;
  readonly decisionId?: string;
  readonly batchId?: string;
  readonly itemId?: string;
}

/** Exports all events in the audit log of a store by `admin audit export`. */
export async function exportedEvents(
  env: Readonly<Record<string, string>>,
): Promise<readonly ExportedEvent[]> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const file = `${folder}/audit.jsonl`;
  const { code, stderr } = await runCli("admin", ["audit", "export", "--out", file], env);
  assert.equal(code, 0, stderr);
  const lines = (await Deno.readTextFile(file)).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line)).flatMap(({ event }) => event ?? []);
}

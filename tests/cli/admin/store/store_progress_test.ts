import assert from "node:assert/strict";
import { openStoreProgress } from "../../../../cli/admin/store/store_progress.ts";
import { clearLine } from "../../../../cli/command/progress.ts";

function shown(
  columns: number | null,
): { lines: string[]; progress: ReturnType<typeof openStoreProgress> } {
  const lines: string[] = [];
  const err = (text: string) => void lines.push(text);
  return { lines, progress: openStoreProgress({ out: () => {}, err, columns }) };
}

Deno.test("openStoreProgress() shows nothing where there is no terminal", () => {
  const { lines, progress } = shown(null);
  progress.step("writing");
  for (let i = 0; i < 20_000; i++) progress.record();
  progress.end();
  assert.deepEqual(lines, []);
});

Deno.test("openStoreProgress() counts records, and shows a bar where the share is known", () => {
  const { lines, progress } = shown(80);
  progress.step("reading");
  for (let i = 0; i < 12_000; i++) progress.record();
  progress.step("checking");
  progress.share(0.5);
  for (let i = 0; i < 5_000; i++) progress.record();
  progress.end();
  assert.deepEqual(lines, [
    `${clearLine}reading, 0 records`,
    `${clearLine}reading, 5,000 records`,
    `${clearLine}reading, 10,000 records`,
    `${clearLine}checking, 0 records`,
    `${clearLine}[${"#".repeat(15)}${"-".repeat(15)}]  50 % checking, 5,000 records`,
    clearLine,
  ]);
});

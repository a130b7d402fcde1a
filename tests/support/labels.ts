/** Invented labelled data in the shape of others' labelled data. */
export interface InventedLabels {
  readonly pairs: readonly unknown[];
  readonly cases: readonly unknown[];
}

/** Runs a test with a folder of such labels, deleted afterwards. */
export async function inLabels(
  labels: InventedLabels,
  test: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const write = (name: string, rows: readonly unknown[]) =>
      Deno.writeTextFile(`${folder}/${name}`, rows.map((row) => JSON.stringify(row)).join("\n"));
    await write("pairs-dev.jsonl", labels.pairs);
    await write("query_cases-dev.jsonl", labels.cases);
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

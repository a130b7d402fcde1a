/** A Markdown table; every column but the first is of numbers. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(head),
    line(head.map((_, column) => (column === 0 ? "---" : "--:"))),
    ...rows.map(line),
  ];
}

/** A share with its count, or a dash when there is nothing to judge. */
export function share(count: number, of: number): string {
  return of === 0 ? "-" : `${(count / of).toFixed(3)} (${count})`;
}

/** Maximum characters of a line of help. */
const lineMax = 88;

/** Formats a command's usage line; the rest continues below its parameters. */
export function usageLines(name: string, usages: readonly string[]): string {
  const head = `  ${name}`;
  const lines = [head];
  for (const usage of usages) {
    const line = lines.at(-1) ?? "";
    if (line.length + 1 + usage.length <= lineMax) lines[lines.length - 1] = `${line} ${usage}`;
    else lines.push(`${" ".repeat(head.length)} ${usage}`);
  }
  return `${lines.join("\n")}\n`;
}

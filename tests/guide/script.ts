import { type Block, stepsOf } from "./blocks.ts";

/**
 * One bash script of all blocks, because later blocks use variables and servers of earlier ones. It
 * stops at the first command that fails and at the first promise that is not kept, prints that
 * step's output, and writes the name of each block to file descriptor 3 before it runs.
 */
export function scriptOf(blocks: readonly Block[]): string {
  const lines = [
    "set -euo pipefail",
    "exec 3>&1",
    'trap \'code=$?; [ "$code" = 0 ] || { echo "it printed:"; cat "$OUT"; } >&3; kill $(jobs -p) 2>/dev/null || true; exit "$code"\' EXIT',
  ];
  for (const [index, { commands }] of blocks.entries()) {
    lines.push(`echo "block ${index}" >&3`);
    for (const { commands: step, promise } of stepsOf(commands)) {
      lines.push("{", step, '} >"$OUT" 2>&1');
      if (promise !== null) {
        const text = quoted(promise);
        lines.push(
          `grep -qF -- ${text} "$OUT" || { printf 'promised: %s\\n' ${text} >&3; exit 1; }`,
        );
      }
    }
  }
  return `${lines.join("\n")}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

import type { Terminal } from "./terminal.ts";

/** The progress of a command. */
export interface Progress {
  /** Steps done. */
  readonly done: number;
  /** Total number of steps. */
  readonly total: number;
  /** The current step. */
  readonly label: string;
}

/** Maximum cells of the bar, on a wide terminal. */
const barCellsMax = 30;

/** Returns to the start of the line and clears it (ECMA-48 §8.3.41). */
export const clearLine = "\r\x1b[K";

/**
 * Renders a progress line: `[#####-----]  50 % reading sdn.csv`. It never exceeds `columns`
 * characters, so that writing it again after {@link clearLine} replaces it.
 */
export function renderProgress({ done, total, label }: Progress, columns: number): string {
  const share = total <= 0 ? 1 : Math.min(1, Math.max(0, done / total));
  const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
  const cells = Math.min(barCellsMax, columns - percent.length - 3);
  const bar = cells < 1 ? "" : `[${"#".repeat(Math.floor(share * cells)).padEnd(cells, "-")}] `;
  return [...`${bar}${percent} ${label}`].slice(0, Math.max(0, columns)).join("").trimEnd();
}

/**
 * Opens progress on a terminal with a number of columns; shows nothing elsewhere (null). A null
 * step clears the line.
 */
export function openProgress(
  { err, columns }: Pick<Terminal, "err"> & { readonly columns: number | null },
  total: number,
): (label: string | null) => void {
  let done = 0;
  return (label) => {
    if (columns === null) return;
    err(
      clearLine + (label === null ? "" : renderProgress({ done: done++, total, label }, columns)),
    );
  };
}

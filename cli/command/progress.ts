import type { Terminal } from "./terminal.ts";

/** How far a command has come. */
export interface Progress {
  /** Steps done. */
  readonly done: number;
  /** Steps in all. */
  readonly total: number;
  /** The step that is being done. */
  readonly label: string;
}

/** Cells of the bar on a terminal that is wide enough. */
const barCellsMax = 30;

/** Returns to the start of the line and clears it (ECMA-48 §8.3.41). */
export const clearLine = "\r\x1b[K";

/**
 * One line that shows progress: `[#####-----]  50 % reading sdn.csv`. It never has more characters
 * than `columns`, so that writing it again after {@link clearLine} replaces it.
 */
export function renderProgress({ done, total, label }: Progress, columns: number): string {
  const share = total <= 0 ? 1 : Math.min(1, Math.max(0, done / total));
  const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
  const cells = Math.min(barCellsMax, columns - percent.length - 3);
  const bar = cells < 1 ? "" : `[${"#".repeat(Math.floor(share * cells)).padEnd(cells, "-")}] `;
  return [...`${bar}${percent} ${label}`].slice(0, Math.max(0, columns)).join("").trimEnd();
}

/** Shows steps on a terminal of so many columns, and nothing elsewhere (null); null clears the line. */
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

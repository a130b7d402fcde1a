import { clearLine, renderProgress } from "../../command/progress.ts";
import type { Terminal } from "../../command/terminal.ts";

/** The terminal that shows progress. */
export interface ProgressTools extends Terminal {
  /** Columns of the terminal; null or absent: no terminal, and no progress is shown. */
  readonly columns?: number | null;
}

/** Records between two updates of the line. */
const everyRecords = 5_000;

/** One line on a terminal with the progress of reading or writing a store. */
export interface StoreProgress {
  /** Begins a step, such as `writing`. */
  readonly step: (label: string) => void;
  /** One more record. */
  readonly record: () => void;
  /** Sets the finished share of the step, from 0 to 1, if known. */
  readonly share: (done: number) => void;
  /** Removes the line. */
  readonly end: () => void;
}

/** Opens the progress on a terminal; elsewhere it shows nothing. */
export function openStoreProgress({ err, columns = null }: ProgressTools): StoreProgress {
  let label = "";
  let records = 0;
  let share: number | null = null;

  function show(): void {
    if (columns === null) return;
    const text = `${label}, ${records.toLocaleString("en")} records`;
    const line = share === null
      ? text.slice(0, columns)
      : renderProgress({ done: share, total: 1, label: text }, columns);
    err(clearLine + line);
  }

  return {
    step: (next) => {
      [label, records, share] = [next, 0, null];
      show();
    },
    record: () => {
      records++;
      if (records % everyRecords === 0) show();
    },
    share: (done) => {
      share = done;
    },
    end: () => {
      if (columns !== null) err(clearLine);
    },
  };
}

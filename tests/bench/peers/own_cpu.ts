import process from "node:process";

/** Shorter work is repeated until it takes this long. */
const microsLeast = 2_000_000;

/**
 * CPU time in microseconds of one run of a function in this process: the mean over two seconds of
 * runs, after one uncounted run.
 */
export function ownCpuMicros(work: () => unknown): number {
  work();
  const start = process.cpuUsage();
  for (let runs = 1;; runs++) {
    work();
    const { user, system } = process.cpuUsage(start);
    if (user + system >= microsLeast) return (user + system) / runs;
  }
}

import type { Found } from "../../quality/calibration/descend.ts";
import type { Training } from "../../quality/calibration/fit_weights.ts";

/**
 * Fits several trainings, each in its own worker with its own module, at most one for each
 * processor.
 *
 * @param onFound called for each finished one, in any order
 * @returns the results, in the order of the trainings
 */
export async function fitInParallel(
  trainings: readonly Training[],
  onFound: (index: number, found: Found) => void,
): Promise<readonly Found[]> {
  const found = new Array<Found>(trainings.length);
  const waiting = [...trainings.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, training] = next;
      const one = await fitInWorker(training);
      found[index] = one;
      onFound(index, one);
    }
  };
  await Promise.all(Array.from({ length: navigator.hardwareConcurrency }, work));
  return found;
}

async function fitInWorker(training: Training): Promise<Found> {
  const worker = new Worker(new URL("fit_worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<Found>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Found>) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(`The fit stopped: ${event.message}`));
      };
      worker.postMessage(training);
    });
  } finally {
    worker.terminate();
  }
}

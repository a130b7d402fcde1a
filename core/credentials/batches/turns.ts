import type { BatchPorts } from "../batch_ports.ts";

/** How long somebody works before others run. */
const turnMilliseconds = 8;

/**
 * Lets others run whenever this has worked for some time. Long work calls it between its steps.
 */
export function openTurns({ clock, pause }: Pick<BatchPorts, "clock" | "pause">) {
  let began = clock.now().epochMilliseconds;
  return async (): Promise<void> => {
    if (clock.now().epochMilliseconds - began < turnMilliseconds) return;
    await pause(0);
    began = clock.now().epochMilliseconds;
  };
}

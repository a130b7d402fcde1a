import type { KybPorts } from "./ports.ts";

/** What is done before others may run: so many steps, or fewer that take this long. */
const stepsAtOnce = 8;
const millisecondsAtOnce = 4;

/** Long work in steps, between which others run. */
export interface Pace {
  /** Goes on at once, or after others had their turn. */
  step(): Promise<void>;
}

/** Opens the pace of one request: names that are long take longer, and their number is the sender's. */
export function openPace(
  { clock, kyb: { letOthersRun } }: {
    readonly clock: KybPorts["clock"];
    readonly kyb: Pick<KybPorts["kyb"], "letOthersRun">;
  },
): Pace {
  const now = () => clock.now().epochMilliseconds;
  let [began, done] = [now(), 0];
  return {
    step: async () => {
      if (++done <= stepsAtOnce && now() - began < millisecondsAtOnce) return;
      await letOthersRun();
      [began, done] = [now(), 1];
    },
  };
}

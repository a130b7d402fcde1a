/**
 * Maximum members that pass through a stage in one turn, which bounds how long other work waits.
 */
const cohortMax = 32;

/** Work in progress that meets before each of its stages. */
export interface Cohorts<Stage extends string> {
  /** Registers a piece of work; `leave()` removes it. */
  enter(): void;
  leave(): void;
  /**
   * Resolves at once if the work is alone, else together with all work that reaches this stage in
   * the same turn.
   */
  meet(stage: Stage): Promise<void>;
}

/**
 * Cohort scheduling (Larus and Parkes, USENIX 2002): work that reaches the same stage in one turn
 * of the event loop passes through the stage in sequence, while the stage's code and data are in
 * the processor's caches. It never waits for future work.
 *
 * @param soon runs something in the next turn
 */
export function openCohorts<Stage extends string>(
  soon: (run: () => void) => void,
): Cohorts<Stage> {
  const waiting = new Map<Stage, (() => void)[]>();
  let underWay = 0;

  function resume(stage: Stage): void {
    const cohort = waiting.get(stage) ?? [];
    const later = cohort.splice(cohortMax);
    if (later.length === 0) waiting.delete(stage);
    else {
      waiting.set(stage, later);
      soon(() => resume(stage));
    }
    for (const go of cohort) go();
  }

  return {
    enter: () => void underWay++,
    leave: () => void underWay--,
    meet: (stage) => {
      if (underWay < 2) return Promise.resolve();
      return new Promise((go) => {
        const cohort = waiting.get(stage);
        if (cohort !== undefined) return void cohort.push(go);
        waiting.set(stage, [go]);
        soon(() => resume(stage));
      });
    },
  };
}

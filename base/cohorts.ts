/** Most that go through a stage in one turn: what others wait for meanwhile stays bounded. */
const cohortMax = 32;

/** Pieces of work under way, which meet before each stage of it. */
export interface Cohorts<Stage extends string> {
  /** A piece of work begins; `leave()` ends it. */
  enter(): void;
  leave(): void;
  /** Resolves at once for work that is alone, else with all that come to this stage in the same turn. */
  meet(stage: Stage): Promise<void>;
}

/**
 * Cohort scheduling (Larus and Parkes, USENIX 2002): work that comes to the same stage in one turn of
 * the event loop goes through it one after the other, while the stage's code and data are in the
 * processor's caches. It never waits for work that is yet to come.
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

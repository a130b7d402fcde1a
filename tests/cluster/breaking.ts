import type { Database } from "./database.ts";
import type { Fleet } from "./fleet.ts";
import { after, before, pause, type Recorder } from "./recorder.ts";
import type { PlannedFault } from "./schedule.ts";

/** The processes to break, and the record of the faults. */
export interface Breaking {
  readonly fleet: Fleet;
  readonly database: Database;
  readonly recorder: Recorder;
}

/** Consecutive grouped commits whose answers one fault drops. */
const answersLostAtOnce = 5;

/**
 * Makes the faults at their times. Faults of one process follow each other, since a starting
 * process cannot be stopped. Resolves when everything works again.
 */
export async function makeFaults(
  breaking: Breaking,
  planned: readonly PlannedFault[],
): Promise<void> {
  const began = Date.now();
  const lanes = Map.groupBy(planned, ({ server }) => server);
  await Promise.all([...lanes.values()].map(async (lane) => {
    for (const fault of lane) {
      await pause(began + fault.at - Date.now());
      await make(breaking, fault);
    }
  }));
}

async function make({ fleet, database, recorder }: Breaking, fault: PlannedFault): Promise<void> {
  const { kind, server, lasts } = fault;
  const began = before();
  let code: number | undefined;
  let lost: number | undefined;
  switch (kind) {
    case "kill":
      await fleet.kill(server ?? 0, lasts);
      break;
    case "terminate":
      code = await fleet.terminate(server ?? 0, lasts);
      break;
    case "stop":
      await fleet.stop(server ?? 0, lasts);
      break;
    case "database_kill":
      await database.kill();
      await pause(lasts);
      await database.start();
      break;
    case "database_stop":
      await database.stop();
      await pause(lasts);
      await database.goOn();
      break;
    case "answers_lost":
      lost = await database.loseAnswers(answersLostAtOnce, lasts);
      break;
    default:
      kind satisfies never;
  }
  recorder.record({
    type: "fault",
    kind,
    server,
    ...(code === undefined ? {} : { code }),
    ...(lost === undefined ? {} : { lost }),
    began,
    ended: after(),
  });
}

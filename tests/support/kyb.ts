import assert from "node:assert/strict";
import { runAdmin } from "./admin.ts";
import { type FixedClock, fixedClock } from "./clock.ts";
import { POSSIBLE_NAME } from "./names.ts";
import { COMPLETE, onboardingPath } from "./onboarding.ts";
import { seededRandom } from "./random.ts";
import { serviceInMemory, type TestService } from "./service.ts";

/** An application with a director who may be a listed person. */
export const DOUBTFUL = {
  ...COMPLETE,
  persons: [...COMPLETE.persons, { role: "director", fullName: POSSIBLE_NAME }],
};

/** Exit status and output of a command. */
interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** A sandbox on a file, with operators' commands. */
export interface KybTest {
  readonly service: TestService;
  /** That of the commands. */
  readonly clock: FixedClock;
  readonly location: string;
  readonly folder: string;
  /** Posts an application. @returns the draft's id */
  readonly apply: (body?: unknown) => Promise<string>;
  /** Runs `admin`. */
  readonly run: (...args: readonly string[]) => Promise<Ran>;
  /** Runs `admin` with other variables. */
  readonly runWith: (
    variables: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ) => Promise<Ran>;
  /** Runs `admin` and requires success. @returns its output @returns its output */
  readonly done: (...args: readonly string[]) => Promise<string>;
}

/** Runs a test with a store in a file. */
export async function withKyb(
  test: (tools: KybTest) => Promise<void>,
  { isTerminal = false, variables = {} }: {
    readonly isTerminal?: boolean;
    /** Variables of the commands' environment. */
    readonly variables?: Readonly<Record<string, string>>;
  } = {},
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const location = `${folder}/kv.sqlite3`;
  const clock = fixedClock();
  const random = seededRandom(23);
  const runWith: KybTest["runWith"] = async (variables, ...args) => {
    clock.advance({ seconds: 1 });
    return await runAdmin(location, args, { isTerminal, variables, clock, random });
  };
  const run: KybTest["run"] = (...args) => runWith(variables, ...args);
  try {
    await using service = await serviceInMemory({ kv: location });
    await test({
      service,
      clock,
      location,
      folder,
      run,
      runWith,
      apply: async (body = COMPLETE) => {
        const sent = await service.fetch(onboardingPath, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        assert.equal(sent.status, 200);
        return (await sent.json()).draftId;
      },
      done: async (...args) => {
        const { status, out, err } = await run(...args);
        assert.equal(status, 0, err);
        return out;
      },
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

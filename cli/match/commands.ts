import { defaultPolicy } from "../../core/policy/policy.ts";
import { screeningRequest } from "../../core/screening/request_schema.ts";
import { ok, type Result } from "../../base/result.ts";
import { usage, type UsageRefusal } from "../command/command.ts";
import { argument, flag, notEmpty, optional } from "../command/parameter.ts";
import { command, type CommandRecord, takes } from "../command/record.ts";
import { type MatchTools, pairs, type Query, query } from "./query.ts";

const oneFile = "pairs takes one FILE, or - for standard input";

/** The commands of `match`. */
export const matchCommands: readonly CommandRecord<MatchTools>[] = [
  command({
    name: "query",
    arguments: takes(
      {
        name: argument(
          "NAME",
          (name) => name.trim() === "" ? usage("query takes a NAME") : ok(name),
        ),
        dob: optional("--dob DATE"),
        nationality: optional("--nationality N"),
        json: flag("--json"),
        whyNot: optional("--why-not LISTREF"),
      },
      acceptQuery,
      { tooMany: "query takes one NAME: put its words between quotes" },
    ),
    help: `
      screens one name as POST /v1/screen does, records nothing, and shows why:
      for each candidate score, class, list entry, the listed name, its strength
      and script, the layers that found it; which words of the query (counted
      from 0) account for which tokens of the listed name, how, and what the
      difference cost; every step that made the score; which listed date of
      birth and nationality were compared, and how; what stands between a
      possible match and a confirmed one
      With --why-not LISTREF it says of that entry instead why it is a candidate
      or why not, and accounts for its best name, however little that scores`,
    run: query,
  }),
  command({
    name: "pairs",
    arguments: takes(
      { file: argument("FILE", notEmpty(oneFile)) },
      null,
      { tooMany: oneFile },
    ),
    help: `
      compares pairs of names outside any list: JSON lines
      {"id", "schema", "left", "right"} in, {"id", "score"} out, in order, the
      score from 0 to 100; FILE may be - for standard input`,
    run: pairs,
  }),
];

const Request = screeningRequest(defaultPolicy.limits);

/**
 * Applies the limits of the route to the arguments, so that the terminal refuses the same input.
 */
function acceptQuery(asked: Query): Result<Query, UsageRefusal> {
  if (asked.whyNot !== null && asked.json) {
    return usage("--why-not is for people: leave out --json");
  }
  const { name, dob, nationality } = asked;
  const read = Request.safeParse({
    name,
    dob: dob ?? undefined,
    nationality: nationality ?? undefined,
  });
  if (read.success) return ok({ ...asked, dob: read.data.dob ?? null });
  const { path, message } = read.error.issues[0] ?? { path: [], message: "Wrong usage" };
  return usage(`${path[0] === "name" ? "NAME" : `--${String(path[0])}`}: ${message}`);
}

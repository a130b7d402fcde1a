import { argument, flag, notEmpty } from "./parameter.ts";
import { takes } from "./record.ts";

const oneFile = "inspect takes one FILE";

/** The arguments of `inspect FILE [--json]`, a command of tasks that build files. */
export const inspectArguments = takes(
  { file: argument("FILE", notEmpty(oneFile)), json: flag("--json") },
  null,
  { tooMany: oneFile },
);

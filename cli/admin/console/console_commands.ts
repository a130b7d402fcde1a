import { ClientId, PersonId } from "../../../core/access/schema.ts";
import { ok } from "../../../base/result.ts";
import { usage } from "../../command/command.ts";
import { idBy, needed, optional } from "../../command/parameter.ts";
import { takes } from "../../command/record.ts";
import { type AdminCommand, adminCommand } from "../command/admin_command.ts";
import { endPerson, makeLink } from "./persons.ts";

/** The commands for persons who log in to the desk and the console. */
export const consoleCommands: readonly AdminCommand[] = [
  adminCommand({
    name: "console link",
    arguments: takes({
      operator: optional("--operator ID", idBy(PersonId, "--operator")),
      reviewer: optional("--reviewer ID", idBy(PersonId, "--reviewer")),
      clientId: optional("--client ID", idBy(ClientId, "--client")),
    }, ({ operator, reviewer, clientId }) => {
      const personId = operator ?? reviewer;
      const isOne = (operator === null) !== (reviewer === null);
      return personId !== null && isOne && (reviewer === null) === (clientId === null)
        ? ok({ personId, clientId })
        : usage("console link takes --operator ID, or --reviewer ID and --client ID");
    }),
    help: `
      prints a link, alone on the last line, that logs one person in once, within 5
      minutes: an operator to the console (KYB too), or a client's reviewer to the
      desk. ID names the person in reviews and the audit log: an id, no name.
      AVAL_BASE_URL and AVAL_CONSOLE must be those of the servers`,
    store: "existing",
    recorded: "always",
    run: makeLink,
  }),
  adminCommand({
    name: "console end",
    arguments: takes({ personId: needed("--person ID", idBy(PersonId, "--person")) }),
    help: `
      ends every session of a person, at the desk and in the console, and the links
      that were not used`,
    store: "existing",
    recorded: "always",
    run: endPerson,
  }),
];

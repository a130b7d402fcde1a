import { TemplateId, TemplateStatus } from "../../../core/credentials/template_schema.ts";
import { argument, by, optional } from "../../command/parameter.ts";
import { takes } from "../../command/record.ts";
import { type AdminCommand, adminCommand, json } from "../command/admin_command.ts";
import { listTemplates, showTemplate } from "./template.ts";

const status = by(TemplateStatus, `--status takes one of ${TemplateStatus.options.join(", ")}`);
const id = by(TemplateId, "template show needs an ID, as template list prints it");

/** The commands that read templates of credentials. */
export const templateCommands: readonly AdminCommand[] = [
  adminCommand({
    name: "template list",
    arguments: takes({ status: optional("--status STATUS", status), json }),
    help: `
      prints the templates of academic credentials, newest first: a table on a
      terminal, else one JSON object a line. STATUS: DRAFT, PENDING_REVIEW (those
      that wait for a reviewer), APPROVED or REJECTED`,
    store: "existing",
    run: listTemplates,
  }),
  adminCommand({
    name: "template show",
    arguments: takes({ id: argument("ID", id) }),
    help: `
      prints a template as its reviewers have to see it: its claims, which of them a
      holder may withhold, the claims schema and the disclosure frame`,
    store: "existing",
    run: showTemplate,
  }),
];

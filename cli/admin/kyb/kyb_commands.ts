import {
  ApplicationId,
  CheckId,
  Judgement,
  OperatorId,
  Rationale,
} from "../../../core/kyb/application_schema.ts";
import { DraftId } from "../../../core/kyb/schema.ts";
import { argument, by, elsewhere, idBy, needed, repeated } from "../../command/parameter.ts";
import { takes } from "../../command/record.ts";
import { type AdminCommand, adminCommand, json } from "../command/admin_command.ts";
import { acceptApplication, decide, judge } from "./kyb.ts";
import { exportRecords } from "./kyb_export.ts";
import { listKyb } from "./kyb_list.ts";
import { showKyb } from "./kyb_show.ts";
import { withKyb } from "./kyb_tools.ts";
import { clientArgument, clientOption, outOption } from "../command/readers.ts";

const operator = needed(
  "--operator OPERATOR",
  idBy(OperatorId, "--operator"),
  "--operator ID",
);
const rationale = needed(
  "--rationale TEXT",
  by(Rationale, "--rationale must be 1 to 1000 characters"),
);
const application = (verb: string) =>
  argument(
    "APPLICATION",
    by(ApplicationId, `kyb ${verb} needs the ID of an application, as kyb list prints it`),
  );
const checkNeeded =
  "kyb check needs the IDs of an application and a check, as kyb show prints them";

/** The commands on drafts and applications of KYB. */
export const kybCommands: readonly AdminCommand[] = [
  adminCommand({
    name: "kyb list",
    arguments: takes({ json }),
    help: `
      prints drafts, those of one applicant together, and applications, newest first:
      a table on a terminal, else one JSON object a line. Those of AVAL_MODE alone`,
    store: "existing",
    run: withKyb(listKyb),
  }),
  adminCommand({
    name: "kyb show",
    arguments: takes({
      id: argument("ID", by(DraftId, "kyb show needs an ID, as kyb list prints it")),
      json,
    }),
    help: `
      prints a draft or an application as its reviewers have to see it: findings,
      persons, checks with their judgements, and what comes next. OPEN is what stands
      in an approval's way`,
    store: "existing",
    run: withKyb(showKyb),
  }),
  adminCommand({
    name: "kyb accept",
    arguments: takes({
      draftId: argument(
        "DRAFT",
        by(DraftId, "kyb accept needs the ID of a draft, as kyb list prints it"),
      ),
      clientId: needed("--client ID", clientOption),
      operator,
    }),
    help: `
      makes a draft an application of a client, which its KYB SUSPENDS until it is
      approved; what else stands in the client's record stays. Prints the ID.
      OPERATOR: the ID of who acts, and no name, as the audit log keeps it; upper and
      lower case are alike. It is not verified: the operator who runs the command states it`,
    store: "existing",
    recorded: "always",
    run: withKyb(acceptApplication),
  }),
  adminCommand({
    name: "kyb check",
    arguments: takes({
      id: argument("APPLICATION", by(ApplicationId, checkNeeded)),
      checkId: argument("CHECK", by(CheckId, checkNeeded)),
      judgement: needed(
        "--judgement JUDGEMENT",
        by(Judgement, `--judgement takes one of ${Judgement.options.join(", ")}`),
      ),
      rationale,
      operator,
    }),
    help: `
      records what a person makes of a screening's or a register's finding:
      false_positive (another person, or no match), confirmed_match, or escalated
      (another person must look). The last judgement counts`,
    store: "existing",
    recorded: "always",
    run: withKyb(judge),
  }),
  adminCommand({
    name: "kyb approve",
    arguments: takes({
      id: application("approve"),
      rationale,
      operator,
      acknowledged: repeated("--acknowledge CODE"),
    }),
    help: `
      approves it and lifts the suspension of its KYB. Another operator than the one
      who accepted it, and no finding may be open. Every finding of registers and
      owners is named by its CODE, as kyb show prints them; the codes are kept with
      the decision and in the audit log`,
    store: "existing",
    recorded: "always",
    run: withKyb((asked, ...at) => decide({ ...asked, status: "APPROVED" }, ...at)),
  }),
  adminCommand({
    name: "kyb reject",
    arguments: takes({
      id: application("reject"),
      acknowledged: elsewhere("--acknowledge", "--acknowledge belongs to kyb approve alone"),
      rationale,
      operator,
    }),
    help: `
      rejects it, which is final; its client stays SUSPENDED`,
    store: "existing",
    recorded: "always",
    run: withKyb((asked, ...at) => decide({ ...asked, status: "REJECTED" }, ...at)),
  }),
  adminCommand({
    name: "kyb export",
    arguments: takes({ clientId: clientArgument("CLIENT"), out: outOption }),
    help: `
      writes the KYB records of a client in full, also of one that was offboarded`,
    store: "existing",
    run: withKyb(exportRecords),
  }),
];

import { SignatoryId } from "../../../core/credentials/issuer_schema.ts";
import { defaulted, idBy, needed } from "../../command/parameter.ts";
import { takes } from "../../command/record.ts";
import { type AdminCommand, adminCommand } from "../command/admin_command.ts";
import { duration } from "../command/readers.ts";
import { signStepUp } from "./step_up.ts";

const lifetime = duration({
  least: 1,
  most: 3_600,
  message: "--lifetime takes a time of 1s to 1h, such as 90s or 5m",
});

/** The command that signs step-up assertions for a sandbox. */
export const stepUpCommands: readonly AdminCommand[] = [
  adminCommand({
    name: "step-up sign",
    arguments: takes({
      signatoryId: needed("--signatory ID", idBy(SignatoryId, "--signatory")),
      lifetimeSeconds: defaulted("--lifetime 5m", "5m", lifetime),
    }),
    help: `
      sandbox only: signs a step-up assertion by the published key, printed alone on
      the last line, for the header x-credentials-step-up-assertion. ID:
      sandbox-registrar, sandbox-registry-clerk, sandbox-dean or one that you put.
      --lifetime takes 1s to 1h; AVAL_BASE_URL, PORT and AVAL_STEP_UP_ACR must be
      those of the server`,
    store: "none",
    run: signStepUp,
  }),
];

import type { AdminCommand } from "./command/admin_command.ts";
import { auditCommands } from "./audit/audit_commands.ts";
import { batchCommands } from "./credentials/batch_commands.ts";
import { clientCommands } from "./access/client_commands.ts";
import { consoleCommands } from "./console/console_commands.ts";
import { evidenceCommands } from "./evidence/evidence_commands.ts";
import { issuerCommands } from "./credentials/issuer_commands.ts";
import { keysCommands } from "./keys/keys_commands.ts";
import { kybCommands } from "./kyb/kyb_commands.ts";
import { loginClientCommands } from "./access/login_client_commands.ts";
import { sealCommands } from "./seal/seal_commands.ts";
import { signatoryCommands } from "./credentials/signatory_commands.ts";
import { stepUpCommands } from "./credentials/step_up_commands.ts";
import { storeCommands } from "./store/store_commands.ts";
import { templateCommands } from "./credentials/template_commands.ts";
import { tokenCommands } from "./access/token_commands.ts";

/** Every command of `admin`, in the order of its help. */
export const adminCommands: readonly AdminCommand[] = [
  ...clientCommands,
  ...kybCommands,
  ...sealCommands,
  ...loginClientCommands,
  ...issuerCommands,
  ...signatoryCommands,
  ...stepUpCommands,
  ...templateCommands,
  ...batchCommands,
  ...tokenCommands,
  ...consoleCommands,
  ...auditCommands,
  ...evidenceCommands,
  ...keysCommands,
  ...storeCommands,
];

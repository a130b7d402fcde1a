import type { AdminCommand } from "./admin_command.ts";
import { auditCommands } from "./audit_commands.ts";
import { batchCommands } from "./batch_commands.ts";
import { clientCommands } from "./client_commands.ts";
import { issuerCommands } from "./issuer_commands.ts";
import { keysCommands } from "./keys_commands.ts";
import { kybCommands } from "./kyb_commands.ts";
import { loginClientCommands } from "./login_client_commands.ts";
import { sealCommands } from "./seal_commands.ts";
import { signatoryCommands } from "./signatory_commands.ts";
import { stepUpCommands } from "./step_up_commands.ts";
import { storeCommands } from "./store_commands.ts";
import { templateCommands } from "./template_commands.ts";
import { tokenCommands } from "./token_commands.ts";

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
  ...auditCommands,
  ...keysCommands,
  ...storeCommands,
];

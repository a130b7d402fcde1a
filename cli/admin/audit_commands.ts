import { ok } from "../../base/result.ts";
import { parseVerifierKey } from "../../standards/tlog/note.ts";
import { usage } from "../command/command.ts";
import { optional, repeated } from "../command/parameter.ts";
import { takes } from "../command/record.ts";
import { type AdminCommand, adminCommand } from "./admin_command.ts";
import { checkpointAudit, exportAudit, verifyAudit } from "./audit.ts";
import { clientOption, outOption } from "./readers.ts";

const verifierKey = (key: string) =>
  parseVerifierKey(key) === null
    ? usage("--key takes a verifier key, as admin audit checkpoint prints it")
    : ok(key);

/** The commands on the audit log. */
export const auditCommands: readonly AdminCommand[] = [
  adminCommand({
    name: "audit verify",
    arguments: takes({
      keys: repeated("--key VERIFIER_KEY", verifierKey),
      checkpoint: optional("--checkpoint FILE"),
    }),
    help: `
      computes the whole audit chain again and holds all that is stored to it:
      the tree, every signed checkpoint, each client's index, events that wait
      for their position. Ends with "verdict holds", or names the first that is
      not what was written and exits with 1.
      --key: what they are signed by, in place of the secret's own, one for
      every rotation;
      --checkpoint: one that you kept elsewhere, which a store set back fails`,
    store: "existing",
    run: verifyAudit,
  }),
  adminCommand({
    name: "audit checkpoint",
    arguments: takes({}),
    help: `
      signs the chain as it stands and prints the checkpoint (C2SP
      tlog-checkpoint): keep it elsewhere; the verifier key, and those of other
      rotations, on standard error`,
    store: "existing",
    run: (_, tools) => checkpointAudit(tools),
  }),
  adminCommand({
    name: "audit export",
    arguments: takes({ clientId: optional("--client ID", clientOption), out: outOption }),
    help: `
      writes entries, of one client or all, with inclusion proofs as JSON Lines;
      verify it with: deno run --allow-read cli/verify_audit_export.ts FILE`,
    store: "existing",
    run: exportAudit,
  }),
];

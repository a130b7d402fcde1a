import { z } from "zod";
import { ok } from "../../../base/result.ts";
import { parseVerifierKey } from "../../../standards/tlog/note.ts";
import { usage } from "../../command/command.ts";
import { by, optional, repeated } from "../../command/parameter.ts";
import { takes } from "../../command/record.ts";
import { type AdminCommand, adminCommand } from "../command/admin_command.ts";
import { checkpointAudit, exportAudit, verifyAudit } from "./audit.ts";
import { clientOption, outOption } from "../command/readers.ts";

const verifierKey = (key: string) =>
  parseVerifierKey(key) === null
    ? usage("--key takes a verifier key, as admin audit checkpoint prints it")
    : ok(key);

/** Maximum characters of a reason in the audit log. */
const reasonCharactersMax = 200;

const reason = by(
  z.string().trim().regex(new RegExp(`^[^\\p{Cc}]{1,${reasonCharactersMax}}$`, "u")),
  `--accept-gap takes a reason of 1 to ${reasonCharactersMax} characters, in one line`,
);

/** The commands on the audit log. */
export const auditCommands: readonly AdminCommand[] = [
  adminCommand({
    name: "audit verify",
    arguments: takes({
      keys: repeated("--key VERIFIER_KEY", verifierKey),
      checkpoint: optional("--checkpoint FILE"),
      witness: optional("--witness FOLDER|https://..."),
    }),
    help: `
      computes the whole audit chain again and holds all that is stored to it:
      the tree, every signed checkpoint, each client's index, events that wait
      for their position, and the seal that servers keep of its end. Ends with
      "verdict holds", with what nothing proves (gaps) behind it, or names the first
      that is not what was written and exits with 1.
      --key: what they are signed by, in place of the secret's own, one for
      every rotation;
      --checkpoint: one that you kept elsewhere, which a store set back fails;
      --witness: all that a witness kept; by default that of AVAL_AUDIT_WITNESS`,
    store: "existing",
    run: verifyAudit,
  }),
  adminCommand({
    name: "audit checkpoint",
    arguments: takes({ acceptGap: optional("--accept-gap REASON", reason) }),
    help: `
      signs the chain as it stands and prints the checkpoint (C2SP
      tlog-checkpoint): keep it elsewhere; the verifier key, and those of other
      rotations, on standard error.
      --accept-gap: signs on where entries have no seal or checkpoints are gone; an
      AUDIT_GAP on the chain says since when, and REASON (no personal data)`,
    store: "existing",
    run: checkpointAudit,
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

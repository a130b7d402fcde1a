import { ok } from "../../../base/result.ts";
import { usage } from "../../command/command.ts";
import { argument, needed, notEmpty, repeatedNeeded } from "../../command/parameter.ts";
import { takes } from "../../command/record.ts";
import { type AdminCommand, adminCommand } from "../command/admin_command.ts";
import { isRecipient } from "./backup_file.ts";
import { makeIdentity, withProgress } from "./store.ts";
import { backUp } from "./store_backup.ts";
import { compact } from "./store_compact.ts";
import { copy, restore } from "./store_filling.ts";

/** Refuses an identity in place of a recipient without repeating it, since it is a secret. */
const recipient = (text: string) =>
  isRecipient(text) ? ok(text) : usage("--recipient takes an age recipient, age1...");

const backup = notEmpty("store restore needs the FILE of a backup");
const location = notEmpty("store copy needs FROM and TO");

/** The commands on whole stores. */
export const storeCommands: readonly AdminCommand[] = [
  adminCommand({
    name: "store identity",
    arguments: takes({ out: needed("--out FILE") }),
    help: `
      makes a key pair for backups as age-keygen does: the identity into FILE, which
      only you may read; prints the recipient (age1...). Keep FILE off the server`,
    store: "none",
    run: withProgress(makeIdentity),
  }),
  adminCommand({
    name: "store backup",
    arguments: takes({
      out: needed("--out FILE"),
      recipients: repeatedNeeded(
        "--recipient age1...",
        recipient,
        "--recipient age1... is needed: see store identity",
      ),
    }),
    help: `
      writes everything in AVAL_KV into FILE, as of one moment, while servers go on,
      encrypted (age) to each of the recipients.
      AVAL_SECRET_KEY IS NOT IN IT, and without the one of that day the backup
      cannot be used: keep both, in two places.
      A KV Connect server has no snapshots: it is read twice, and there is no backup
      when it was written to meanwhile; back up denokv's own file instead`,
    store: "none",
    run: withProgress(backUp),
  }),
  adminCommand({
    name: "store restore",
    arguments: takes({ file: argument("FILE", backup), identity: needed("--identity FILE") }),
    help: `
      puts a backup into AVAL_KV, which must be empty, reads everything back and
      compares it. A file that is not whole is refused before anything is written;
      a store whose restore broke off cannot be used until it is restored again.
      Evidence packs and disclosed claims stay in the backup, since none may be
      delivered twice: prints how many`,
    store: "none",
    run: withProgress(restore),
  }),
  adminCommand({
    name: "store copy",
    arguments: takes(
      { from: argument("FROM", location), to: argument("TO", location) },
      (asked) => {
        const { from, to } = asked;
        if ([from, to].includes(":memory:")) {
          return usage("A store in memory cannot be copied: no other process can read it");
        }
        return from === to ? usage("FROM and TO are the same store") : ok(asked);
      },
      { tooMany: "store copy takes FROM and TO only" },
    ),
    help: `
      puts everything of one store into another, which must be empty, reads both
      again and compares them: files, KV Connect servers, PostgreSQL. Stop the
      servers first: no server may use either, and none ever again the one copied
      from, which still has its evidence packs and disclosed claims. Leave a password
      out of the URL and give it as PGPASSWORD, so that no list of processes shows it`,
    store: "none",
    run: withProgress(copy),
  }),
  adminCommand({
    name: "store compact",
    arguments: takes({}),
    help: `
      takes what was deleted out of the file of AVAL_KV, which keeps it in free space
      and in its journal until then. Servers may go on, but what they write waits
      meanwhile. PostgreSQL does so by VACUUM; backups keep it until they expire`,
    store: "none",
    run: withProgress(compact),
  }),
];

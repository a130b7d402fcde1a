/** `deno task admin`: the operator's acts on the store. */
import "../base/temporal.ts";
import type { Clock } from "../base/clock.ts";
import type { Random } from "../base/random.ts";
import { ok } from "../base/result.ts";
import { mintAccessToken } from "../kv/access_tokens.ts";
import { openStore } from "../kv/store/open_store.ts";
import type { Pause } from "../kv/store/retry.ts";
import type { Store } from "../kv/store/store.ts";
import { checkpointAudit, exportAudit, verifyAudit } from "./admin/audit.ts";
import { type AdminCommand, parseAdminCommand } from "./admin/arguments.ts";
import { putClient, readClientRecord, readClients } from "./admin/client.ts";
import { adminHelp } from "./admin/help.ts";
import { runKeys } from "./admin/keys.ts";
import type { Variables } from "./admin/secrets.ts";
import { runStore } from "./admin/store.ts";
import { findMistake, isThere, nameOf } from "./admin/store_location.ts";
import { type Command, type Done, failed, runCommand } from "./command.ts";
import { processTerminal, type Terminal } from "./terminal.ts";

/** The dependencies of the commands. */
export interface AdminTools extends Terminal {
  /** Where the store is: a file or a URL. */
  readonly location: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
  /** Variables that hold the service's secret: `AVAL_SECRET_KEY` and its like. */
  readonly variables: Variables;
  /** Characters in a line of the terminal that shows progress; null or absent: no terminal. */
  readonly columns?: number | null;
}

/**
 * Runs one command, also beside a running server: a locked file is tried again.
 *
 * @returns the exit status
 */
export async function admin(args: readonly string[], tools: AdminTools): Promise<number> {
  return await runCommand(command, args, tools);
}

const command: Command<AdminCommand, AdminTools> = {
  name: "admin",
  help: adminHelp,
  parse: parseAdminCommand,
  run: async (asked, tools) => {
    switch (asked.kind) {
      case "client put": {
        const record = await readClientRecord(asked);
        if (!record.ok) return record;
        const put = { ...asked, record: record.value };
        return await withStore(tools, (store) => putClient(put, { ...tools, store }));
      }
      case "client get":
      case "client list":
        return await withExisting(tools, (store) => readClients(asked, { ...tools, store }));
      case "token mint":
        return await withStore(tools, (store) => mintToken(asked, { ...tools, store }));
      case "audit verify":
        return await withExisting(tools, (store) => verifyAudit(asked, { ...tools, store }));
      case "audit checkpoint":
        return await withExisting(tools, (store) => checkpointAudit({ ...tools, store }));
      case "audit export":
        return await withExisting(tools, (store) => exportAudit(asked, { ...tools, store }));
      case "keys list":
      case "keys rewrap":
      case "keys rotate":
        return await withExisting(tools, (store) => runKeys(asked, { ...tools, store }));
      case "store backup":
      case "store restore":
      case "store copy":
      case "store identity":
        return await runStore(asked, tools);
      default:
        return asked satisfies never;
    }
  },
};

type Opened = AdminTools & { readonly store: Store };

async function mintToken(
  { clientId, roles, scopes, seconds }: Extract<AdminCommand, { kind: "token mint" }>,
  tools: Opened,
): Promise<Done> {
  const token = await mintAccessToken(tools, { clientId, roles, scopes, seconds });
  const until = tools.clock.now().add({ seconds }).toString({ smallestUnit: "second" });
  const may = [...roles, ...scopes].join(" ");
  const whose = `${clientId}${may === "" ? "" : ` (${may})`}`;
  tools.err(`A token of ${whose}, in ${nameOf(tools.location)}, valid until ${until}:\n`);
  tools.out(`${token}\n`);
  if (tools.variables["AVAL_AUTH_URL"] !== undefined) {
    tools.err("With AVAL_AUTH_URL the service takes the identity provider's tokens only\n");
  }
  return ok(null);
}

async function withStore(
  tools: AdminTools,
  run: (store: Store) => Promise<Done>,
): Promise<Done> {
  const mistake = findMistake(tools.location);
  if (mistake !== null) return failed(`AVAL_KV: ${mistake}`);
  let store: Store | null = null;
  try {
    store = await openStore(tools);
    return await run(store);
  } catch (thrown) {
    return failed(thrown instanceof Error ? thrown.message : "The store cannot be used");
  } finally {
    store?.close();
  }
}

async function withExisting(
  tools: AdminTools,
  run: (store: Store) => Promise<Done>,
): Promise<Done> {
  return findMistake(tools.location) !== null || await isThere(tools.location)
    ? await withStore(tools, run)
    : failed(`No store at ${nameOf(tools.location)}`);
}

if (import.meta.main) {
  const code = await admin(Deno.args, {
    ...processTerminal,
    // A terminal that does not know its width says 0.
    columns: Deno.stderr.isTerminal() ? Deno.consoleSize().columns || 80 : null,
    location: Deno.env.get("AVAL_KV") ?? ".aval/kv.sqlite3",
    variables: Object.fromEntries(
      ["AVAL_AUTH_URL", "AVAL_MODE", "AVAL_SECRET_KEY", "AVAL_SECRET_KEY_PREVIOUS"].map((name) => [
        name,
        Deno.env.get(name),
      ]),
    ),
    clock: { now: () => Temporal.Now.instant() },
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  // A lock that somebody else holds is still waited for: that would keep the process.
  Deno.exit(code);
}

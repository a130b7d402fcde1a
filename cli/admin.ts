/** `deno task admin`: the operator's acts on the store. */
import "../base/temporal.ts";
import type { Clock } from "../base/clock.ts";
import type { Random } from "../base/random.ts";
import { openStore } from "../kv/store/open_store.ts";
import type { Pause } from "../kv/store/retry.ts";
import type { Store } from "../kv/store/store.ts";
import { readEnvironment } from "../service/config/environment.ts";
import { checkpointAudit, exportAudit, verifyAudit } from "./admin/audit.ts";
import { type AdminCommand, parseAdminCommand } from "./admin/arguments.ts";
import { removeBatchItem } from "./admin/batch.ts";
import { deleteClient, putClient, readClientRecord, readClients } from "./admin/client.ts";
import { adminHelpOn } from "./admin/help.ts";
import { runIssuers } from "./admin/issuer.ts";
import { runKeys } from "./admin/keys.ts";
import { runKyb } from "./admin/kyb.ts";
import { runLoginClients } from "./admin/login_client.ts";
import { offboardClient } from "./admin/offboard.ts";
import type { Variables } from "./admin/secrets.ts";
import { runSignatories } from "./admin/signatory.ts";
import { signStepUp } from "./admin/step_up.ts";
import { runStore } from "./admin/store.ts";
import { isThere, type NamedStore, readNamedStore } from "./admin/store_location.ts";
import { runTemplates } from "./admin/template.ts";
import { runTokens } from "./admin/token.ts";
import { type Command, type Done, failed, runCommand } from "./command.ts";
import { processTerminal, type Terminal } from "./terminal.ts";

/** The dependencies of the commands. */
export interface AdminTools extends Terminal {
  /** Where the store is: a file or a URL. */
  readonly location: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
  /** Variables that hold secrets of the service and of its store: `AVAL_SECRET_KEY` and its like. */
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
  help: adminHelpOn,
  parse: parseAdminCommand,
  run: async (asked, tools) => {
    switch (asked.kind) {
      case "client put": {
        const record = await readClientRecord(asked);
        if (!record.ok) return record;
        const put = { ...asked, record: record.value };
        return await withStore(tools, (opened) => putClient(put, { ...tools, ...opened }));
      }
      case "client delete":
        return await withExisting(tools, (opened) => deleteClient(asked, { ...tools, ...opened }));
      case "client offboard":
        return await withExisting(
          tools,
          (opened) => offboardClient(asked, { ...tools, ...opened }),
        );
      case "kyb list":
      case "kyb show":
      case "kyb accept":
      case "kyb check":
      case "kyb approve":
      case "kyb reject":
      case "kyb export":
        return await withExisting(tools, (opened) => runKyb(asked, { ...tools, ...opened }));
      case "client get":
      case "client list":
        return await withExisting(tools, (opened) => readClients(asked, { ...tools, ...opened }));
      case "login-client put":
        return await withStore(tools, (opened) => runLoginClients(asked, { ...tools, ...opened }));
      case "login-client get":
      case "login-client list":
      case "login-client rotate-secret":
      case "login-client remove":
        return await withExisting(
          tools,
          (opened) => runLoginClients(asked, { ...tools, ...opened }),
        );
      case "issuer put":
        return await withStore(tools, (opened) => runIssuers(asked, { ...tools, ...opened }));
      case "issuer get":
      case "issuer list":
      case "issuer renew":
      case "issuer authority":
        return await withExisting(tools, (opened) => runIssuers(asked, { ...tools, ...opened }));
      case "signatory put":
        return await withStore(tools, (opened) => runSignatories(asked, { ...tools, ...opened }));
      case "signatory list":
      case "signatory remove":
        return await withExisting(
          tools,
          (opened) => runSignatories(asked, { ...tools, ...opened }),
        );
      case "step-up sign":
        return await signStepUp(asked, {
          ...tools,
          useStore: (use) => withExisting(tools, ({ store }) => use(store)),
        });
      case "template list":
      case "template show":
        return await withExisting(tools, (opened) => runTemplates(asked, { ...tools, ...opened }));
      case "batch remove-item":
        return await withExisting(
          tools,
          (opened) => removeBatchItem(asked, { ...tools, ...opened }),
        );
      case "token mint":
        return await withStore(tools, (opened) => runTokens(asked, { ...tools, ...opened }));
      case "token list":
      case "token revoke":
        return await withExisting(tools, (opened) => runTokens(asked, { ...tools, ...opened }));
      case "audit verify":
        return await withExisting(tools, (opened) => verifyAudit(asked, { ...tools, ...opened }));
      case "audit checkpoint":
        return await withExisting(tools, (opened) => checkpointAudit({ ...tools, ...opened }));
      case "audit export":
        return await withExisting(tools, (opened) => exportAudit(asked, { ...tools, ...opened }));
      case "keys list":
      case "keys rewrap":
      case "keys rotate":
      case "keys new":
      case "keys activate":
      case "keys revoke":
        return await withExisting(tools, (opened) => runKeys(asked, { ...tools, ...opened }));
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

interface OpenedStore {
  /** For people. */
  readonly name: string;
  readonly store: Store;
}

async function withStore(
  tools: AdminTools,
  run: (opened: OpenedStore) => Promise<Done>,
): Promise<Done> {
  const named = readNamedStore(tools.location, { ...tools, from: "AVAL_KV" });
  return named.ok ? await useStore(named.value, tools, run) : named;
}

async function withExisting(
  tools: AdminTools,
  run: (opened: OpenedStore) => Promise<Done>,
): Promise<Done> {
  const named = readNamedStore(tools.location, { ...tools, from: "AVAL_KV" });
  if (!named.ok) return named;
  return await isThere(named.value)
    ? await useStore(named.value, tools, run)
    : failed(`No store at ${named.value.name}`);
}

async function useStore(
  { name, location }: NamedStore,
  tools: AdminTools,
  run: (opened: OpenedStore) => Promise<Done>,
): Promise<Done> {
  let store: Store | null = null;
  try {
    store = await openStore({ ...tools, location });
    return await run({ name, store });
  } catch (thrown) {
    return failed(thrown instanceof Error ? thrown.message : "The store cannot be used");
  } finally {
    store?.close();
  }
}

if (import.meta.main) {
  const variables = readEnvironment();
  const code = await admin(Deno.args, {
    ...processTerminal,
    // A terminal that does not know its width says 0.
    columns: Deno.stderr.isTerminal() ? Deno.consoleSize().columns || 80 : null,
    location: variables["AVAL_KV"] ?? ".aval/kv.sqlite3",
    variables,
    clock: { now: () => Temporal.Now.instant() },
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  // A lock that somebody else holds is still waited for: that would keep the process.
  Deno.exit(code);
}

/** `deno task admin`: the operator's acts on the store. */
import "../base/temporal.ts";
import type { Clock } from "../base/clock.ts";
import type { Random } from "../base/random.ts";
import { openStore } from "../kv/opening/open_store.ts";
import type { Pause } from "../kv/store/retry.ts";
import type { Store } from "../kv/store/store.ts";
import { readEnvironment } from "../service/config/environment.ts";
import { checkpointAudit, exportAudit, verifyAudit } from "./admin/audit.ts";
import { type AdminCommand, parseAdminCommand } from "./admin/arguments.ts";
import { removeBatchItem } from "./admin/batch.ts";
import { deleteClient, readClients } from "./admin/client.ts";
import { putClient, readClientRecord } from "./admin/client_put.ts";
import { adminHelpOn } from "./admin/help.ts";
import { runIssuers } from "./admin/issuer.ts";
import { runKeys } from "./admin/keys.ts";
import { runKyb } from "./admin/kyb.ts";
import { runLoginClients } from "./admin/login_client.ts";
import { offboardClient } from "./admin/offboard.ts";
import { checkSeal } from "./admin/seal_check.ts";
import type { RecordingTools } from "./admin/recording_tools.ts";
import { openSealingKeys } from "./admin/sealing_keys.ts";
import { runSealCredentials } from "./admin/seal_credential.ts";
import type { Variables } from "./admin/secrets.ts";
import { runSignatories } from "./admin/signatory.ts";
import { signStepUp } from "./admin/step_up.ts";
import { runStore } from "./admin/store.ts";
import { isThere, type NamedStore, readNamedStore } from "./admin/store_location.ts";
import { runTemplates } from "./admin/template.ts";
import { runTokens } from "./admin/token.ts";
import { type Command, type Done, failed, runCommand } from "./command/command.ts";
import { processTerminal, type Terminal } from "./command/terminal.ts";

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
        // Before the store is touched.
        const record = await readClientRecord(asked);
        if (!record.ok) return record;
        const put = { ...asked, ...record.value };
        return await withStore(asked, tools, (opened) => putClient(put, { ...tools, ...opened }));
      }
      case "step-up sign":
        return await signStepUp(asked, {
          ...tools,
          useStore: (use) => withExisting(asked, tools, ({ store }) => use(store)),
        });
      case "store backup":
      case "store restore":
      case "store copy":
      case "store identity":
        return await runStore(asked, tools);
      case "seal check":
        return await checkSeal(asked, tools);
      case "seal credential put":
      case "login-client put":
      case "issuer put":
      case "signatory put":
      case "token mint":
        return await withStore(
          asked,
          tools,
          (opened) => runOnStore(asked, { ...tools, ...opened }),
        );
      default:
        return await withExisting(
          asked,
          tools,
          (opened) => runOnStore(asked, { ...tools, ...opened }),
        );
    }
  },
};

/** What needs no store, or opens it by itself, is done before. */
type OnStore = Exclude<
  AdminCommand,
  { kind: "client put" | "step-up sign" | "seal check" | `store ${string}` }
>;

async function runOnStore(asked: OnStore, tools: AdminTools & OpenedStore): Promise<Done> {
  switch (asked.kind) {
    case "client delete":
      return await deleteClient(asked, tools);
    case "client offboard":
      return await offboardClient(asked, tools);
    case "client get":
    case "client list":
      return await readClients(asked, tools);
    case "batch remove-item":
      return await removeBatchItem(asked, tools);
    case "audit verify":
      return await verifyAudit(asked, tools);
    case "audit checkpoint":
      return await checkpointAudit(asked, tools);
    case "audit export":
      return await exportAudit(asked, tools);
    default:
      return await runVerb(asked, tools);
  }
}

/** The nouns that tell their verbs apart themselves. */
async function runVerb(
  asked: Exclude<OnStore, { kind: `${"client" | "batch" | "audit"} ${string}` }>,
  tools: AdminTools & OpenedStore,
): Promise<Done> {
  switch (asked.kind) {
    case "kyb list":
    case "kyb show":
    case "kyb accept":
    case "kyb check":
    case "kyb approve":
    case "kyb reject":
    case "kyb export":
      return await runKyb(asked, tools);
    case "seal credential put":
    case "seal credential list":
    case "seal credential remove":
      return await runSealCredentials(asked, tools);
    case "login-client put":
    case "login-client get":
    case "login-client list":
    case "login-client rotate-secret":
    case "login-client remove":
      return await runLoginClients(asked, tools);
    case "issuer put":
    case "issuer get":
    case "issuer list":
    case "issuer renew":
    case "issuer authority":
      return await runIssuers(asked, tools);
    case "signatory put":
    case "signatory list":
    case "signatory remove":
      return await runSignatories(asked, tools);
    case "template list":
    case "template show":
      return await runTemplates(asked, tools);
    case "token mint":
    case "token list":
    case "token revoke":
      return await runTokens(asked, tools);
    case "keys list":
    case "keys rewrap":
    case "keys rotate":
    case "keys new":
    case "keys activate":
    case "keys revoke":
      return await runKeys(asked, tools);
    default:
      return asked satisfies never;
  }
}

interface OpenedStore extends RecordingTools {
  /** For people. */
  readonly name: string;
  readonly store: Store;
}

async function withStore(
  asked: AdminCommand,
  tools: AdminTools,
  run: (opened: OpenedStore) => Promise<Done>,
): Promise<Done> {
  const named = readNamedStore(tools.location, { ...tools, from: "AVAL_KV" });
  return named.ok ? await useStore(named.value, { ...tools, kind: asked.kind }, run) : named;
}

async function withExisting(
  asked: AdminCommand,
  tools: AdminTools,
  run: (opened: OpenedStore) => Promise<Done>,
): Promise<Done> {
  const named = readNamedStore(tools.location, { ...tools, from: "AVAL_KV" });
  if (!named.ok) return named;
  return await isThere(named.value)
    ? await useStore(named.value, { ...tools, kind: asked.kind }, run)
    : failed(`No store at ${named.value.name}`);
}

async function useStore(
  { name, location }: NamedStore,
  tools: AdminTools & { readonly kind: AdminCommand["kind"] },
  run: (opened: OpenedStore) => Promise<Done>,
): Promise<Done> {
  let store: Store | null = null;
  try {
    store = await openStore({ ...tools, location });
    const dataKeys = await openSealingKeys(tools.kind, { ...tools, store });
    return dataKeys.ok ? await run({ name, store, dataKeys: dataKeys.value }) : dataKeys;
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

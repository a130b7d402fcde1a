/** `deno task admin`: the operator's acts on the store. */
import "../core/temporal.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Random } from "../core/ports/random.ts";
import { mintAccessToken } from "../kv/access_tokens.ts";
import { verifyStoredChain } from "../kv/audit_verification.ts";
import { isFile, openStore } from "../kv/open_store.ts";
import type { Pause } from "../kv/retry.ts";
import type { Store } from "../kv/store.ts";
import { type AdminCommand, parseAdminCommand } from "./admin/arguments.ts";
import { ADMIN_HELP } from "./admin/help.ts";

/** What the commands run on. */
export interface AdminTools {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Where the store is: a file or a URL. */
  readonly location: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
}

/**
 * Runs one command, also beside a running server: a locked file is tried again.
 *
 * @returns the exit status: 0 done, 1 failed, 2 wrong usage
 */
export async function admin(args: readonly string[], tools: AdminTools): Promise<number> {
  const command = parseAdminCommand(args);
  if (!command.ok) {
    tools.err(`admin: ${command.refusal.message}. See admin --help.\n`);
    return 2;
  }
  switch (command.value.kind) {
    case "help":
      tools.out(ADMIN_HELP);
      return 0;
    case "token mint": {
      const asked = command.value;
      return await withStore(tools, (store) => mintToken(asked, { ...tools, store }));
    }
    case "audit verify":
      if (!await exists(tools.location)) return fail(tools, `No store at ${tools.location}`);
      return await withStore(tools, (store) => verifyAudit({ ...tools, store }));
    default:
      return command.value satisfies never;
  }
}

type Opened = AdminTools & { readonly store: Store };

async function mintToken(
  { clientId, roles, scopes, seconds }: Extract<AdminCommand, { kind: "token mint" }>,
  tools: Opened,
): Promise<number> {
  const token = await mintAccessToken(tools, { clientId, roles, scopes, seconds });
  const until = tools.clock.now().add({ seconds }).toString({ smallestUnit: "second" });
  const may = [...roles, ...scopes].join(" ");
  tools.err(`A token of ${clientId}${may === "" ? "" : ` (${may})`}, valid until ${until}:\n`);
  tools.out(`${token}\n`);
  return 0;
}

async function verifyAudit(tools: Opened): Promise<number> {
  const verified = await verifyStoredChain(tools.store);
  if (!verified.ok) {
    const { code, seq } = verified.refusal;
    return fail(tools, `The audit chain does not hold: entry ${seq}, ${code}`);
  }
  const { head: { seq, hash }, pending } = verified.value;
  tools.out(`entries ${seq}\nhead ${hash}\npending ${pending}\n`);
  return 0;
}

async function withStore(
  tools: AdminTools,
  run: (store: Store) => Promise<number>,
): Promise<number> {
  let store: Store | null = null;
  try {
    store = await openStore(tools);
    return await run(store);
  } catch (thrown) {
    return fail(tools, thrown instanceof Error ? thrown.message : "The store cannot be used");
  } finally {
    store?.close();
  }
}

/** Whether there is something to verify: opening a file that is not there would make an empty one. */
async function exists(location: string): Promise<boolean> {
  if (!isFile(location)) return true;
  return await Deno.stat(location).then(() => true, () => false);
}

function fail({ err }: AdminTools, message: string): number {
  err(`admin: ${message}\n`);
  return 1;
}

if (import.meta.main) {
  const write = (to: { writeSync(bytes: Uint8Array): number }) => (text: string) => {
    const bytes = new TextEncoder().encode(text);
    for (let written = 0; written < bytes.length;) written += to.writeSync(bytes.subarray(written));
  };
  Deno.exitCode = await admin(Deno.args, {
    out: write(Deno.stdout),
    err: write(Deno.stderr),
    location: Deno.env.get("AVAL_KV") ?? ".aval/kv.sqlite3",
    clock: { now: () => Temporal.Now.instant() },
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
}

/**
 * `deno task wallet`: a wallet for prospects, which redeems offers, answers requests and logs in.
 */

import "../base/temporal.ts";
import { type Program, runProgram } from "./command/program.ts";
import { processTerminal } from "./command/terminal.ts";
import { walletCommands } from "./wallet/commands.ts";
import { walletNotes } from "./wallet/help.ts";
import type { WalletTools } from "./wallet/present.ts";
import { openHeldCredentials, openWalletFile } from "./wallet/wallet_file.ts";

const program: Program<WalletTools> = {
  name: "wallet",
  title: "wallet: redeems offers, answers requests and logs in from the terminal, as a wallet does",
  commands: walletCommands,
  notes: walletNotes,
};

/** Runs one command. @returns the exit status */
export async function wallet(args: readonly string[], tools: WalletTools): Promise<number> {
  return await runProgram(program, args, tools);
}

/** Maximum milliseconds to wait for an answer of the service. */
const deadlineMilliseconds = 30_000;

if (import.meta.main) {
  Deno.exitCode = await wallet(Deno.args, {
    ...processTerminal,
    input: () => new Response(Deno.stdin.readable).text(),
    fetch: (url, init) =>
      fetch(url, { ...init, signal: AbortSignal.timeout(deadlineMilliseconds) }),
    clock: { now: () => Temporal.Now.instant() },
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    openKeys: openWalletFile,
    openHeld: openHeldCredentials,
  });
}

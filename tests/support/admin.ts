import { admin } from "../../cli/admin.ts";
import type { AdminTools } from "../../cli/admin/command/admin_command.ts";
import { fixedClock } from "./clock.ts";
import { filePause } from "./store.ts";

/** Exit status and output of an `admin` command. */
export interface AdminResult {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a command of `admin` in this process, on a store.
 *
 * @param tools by default those of a pipe without variables, at the time of the tests
 */
export async function runAdmin(
  location: string,
  args: readonly string[],
  tools: Partial<AdminTools> = {},
): Promise<AdminResult> {
  let [out, err] = ["", ""];
  const status = await admin(args, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    location,
    variables: {},
    clock: fixedClock(),
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
    pause: filePause,
    ...tools,
  });
  return { status, out, err };
}

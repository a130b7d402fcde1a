import { ClientId } from "../../../core/access/schema.ts";
import { ok } from "../../../base/result.ts";
import { usage } from "../../command/command.ts";
import { argument, idBy, needed, type Reader } from "../../command/parameter.ts";

/** The client ID as the argument of a command. @param shown its name in the help */
export const clientArgument = (shown = "ID") =>
  argument(shown, idBy(ClientId, "A client ID"), "A client ID is needed");

/** Reads the client ID of `--client`. */
export const clientOption = idBy(ClientId, "--client");

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Reads whole seconds, minutes, hours or days, such as `90s`, `30m`, `1h`, `7d`, to seconds. */
export function duration(
  { least, most, message }: {
    readonly least: number;
    readonly most: number;
    readonly message: string;
  },
): Reader<number> {
  return (text) => {
    const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
    const seconds = Number(count) * (unitSeconds[unit ?? ""] ?? NaN);
    return seconds >= least && seconds <= most ? ok(seconds) : usage(message);
  };
}

/** `--out` of a command that exports: a file, or `-` for standard output. */
export const outOption = needed("--out FILE|-", ok, "--out FILE or --out -");

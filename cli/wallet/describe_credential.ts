import type { Json } from "../../base/json.ts";
import type { HeldCredential, ReadCredential } from "../../sandbox/wallet/held_credential.ts";
import type { ListedStatus } from "../../sandbox/wallet/look_up_status.ts";
import { printable } from "../command/terminal.ts";

/** Claims about the credential itself, which concern verifiers only. */
const technical = new Set(["vct", "iss", "iat", "exp", "nbf", "cnf", "status", "vct#integrity"]);

/** The claims about the holder, without those about the credential itself. */
export function holdersClaims(
  { claims }: Pick<ReadCredential, "claims">,
): readonly [string, Json][] {
  return Object.entries(claims).filter(([name]) => !technical.has(name));
}

/** Lines that describe a stored credential. @param status null: not looked up */
export function describeCredential(
  { name, issuer, receivedAt }: HeldCredential,
  read: ReadCredential,
  status: ListedStatus | null,
): string {
  const { vct, exp } = read.claims;
  const lines: readonly (readonly [string, string])[] = [
    ["issuer", issuer],
    ["type", String(vct)],
    ["received", receivedAt],
    ...(typeof exp === "number" ? [["expires", dayOf(exp)] as const] : []),
    ...(status === null ? [] : [["status", status] as const]),
    ...holdersClaims(read).map(([claim, value]) => [claim, textOf(value)] as const),
  ];
  const width = Math.max(...lines.map(([label]) => label.length)) + 2;
  const text = lines.map(([label, value]) =>
    `  ${printable(label.padEnd(width))}${printable(value)}`
  );
  return `${printable(name ?? String(vct))}\n${text.join("\n")}\n`;
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** @param seconds Unix time */
function dayOf(seconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString().slice(0, 10);
}

import type { AuditWitness } from "../../core/audit/ports.ts";
import { type Connect, connectPublic } from "../http/connect.ts";
import { openFolderWitness } from "./folder_witness.ts";
import { openHttpsWitness } from "./https_witness.ts";

/** The witness named by `AVAL_AUDIT_WITNESS`. */
export type WitnessLocation =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "https"; readonly url: string };

/** Opens the witness that a location names. */
export function openWitness(
  at: WitnessLocation,
  { seconds, connect = connectPublic() }: {
    /** Deadline of each exchange with an https address. */
    readonly seconds: number;
    readonly connect?: Connect | undefined;
  },
): AuditWitness {
  return at.kind === "folder"
    ? openFolderWitness(at.path)
    : openHttpsWitness({ url: at.url, connect, seconds });
}

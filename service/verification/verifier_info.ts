import { queryOf } from "../../core/credentials/employers/checks.ts";
import { EmployerCheckType } from "../../core/credentials/employer_schema.ts";
import {
  parseVerifierInfo,
  type VerifierInfo,
  type VerifierInfoRefusal,
} from "../../core/presentation/verifier_info.ts";
import { checkTypes } from "../../core/verification/check_types.ts";
import { wideCheckTypes } from "../../core/verification/wide_check_types.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { JsonSource } from "../config/verifier.ts";

/** Maximum bytes of all attestations, which phones fetch with every request. */
const bytesMax = 64 * 1024;

/** Reads `AVAL_VERIFIER_INFO`: attestations about the verifier, as JSON or a file. */
export async function readVerifierInfo(
  source: JsonSource | null,
): Promise<Result<VerifierInfo, VerifierInfoRefusal>> {
  if (source === null) return ok([]);
  const bytes = source.kind === "text"
    ? new TextEncoder().encode(source.text)
    : await readBounded(source.path);
  if (bytes === null) return unusable("the file cannot be read");
  if (bytes.length > bytesMax) return unusable(`is larger than ${bytesMax} bytes`);
  // What is no UTF-8 has a replacement character, which no attestation has.
  const text = new TextDecoder().decode(bytes);
  return text.includes("\ufffd") ? unusable("is not UTF-8") : parseVerifierInfo(text, askedIds());
}

/** @returns null for an unreadable file; one byte above the maximum for a larger file */
async function readBounded(path: string): Promise<Uint8Array | null> {
  try {
    const { size } = await Deno.stat(path);
    return size > bytesMax ? new Uint8Array(bytesMax + 1) : await Deno.readFile(path);
  } catch {
    return null;
  }
}

/** The ids of all credentials in any check. */
function askedIds(): ReadonlySet<string> {
  const queries = [
    ...[checkTypes, wideCheckTypes].flatMap((types) =>
      Object.values(types).map(({ query }) => query)
    ),
    ...EmployerCheckType.options.map(queryOf),
  ];
  return new Set(queries.flatMap(({ credentials }) => credentials.map(({ id }) => id)));
}

function unusable(message: string): Result<never, VerifierInfoRefusal> {
  return refuse({ code: "invalid_verifier_info", message });
}

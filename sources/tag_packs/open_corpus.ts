import { createHash } from "node:crypto";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { TagCorpus } from "../../core/wallet_risk/ports.ts";
import { networkCode } from "../../standards/wallet_address/network_code.ts";
import { faultInColumns } from "./check_corpus.ts";
import {
  type CorpusColumns,
  corpusColumns,
  CorpusHeader,
  corpusMagic,
  headerBytesMax,
  viewOf,
} from "./corpus_format.ts";
import { lookUpIn } from "./look_up.ts";

/** The reason why bytes are not a corpus that this version reads. */
export interface CorpusRefusal {
  readonly code: "corpus_unusable";
  /** A message for the operator, without a full stop. */
  readonly message: string;
}

/**
 * Opens a corpus in place: its columns are views of the bytes, which must not change. Checks every
 * number first, so that damaged or hostile bytes are refused and never read out of bounds.
 */
export function openCorpus(bytes: Uint8Array): Result<TagCorpus, CorpusRefusal> {
  const header = headerOf(bytes);
  if (!header.ok) return header;
  const { value, bodyAt } = header.value;
  const columns = columnsOf(bytes, bodyAt, value);
  if (!columns.ok) return columns;
  const fault = faultInColumns(columns.value, value);
  if (fault !== null) return unusable(fault);
  const id = createHash("sha256").update(bytes).digest("hex");
  const { etlRunId, builtAt, asOf, packs, actors, counts } = value;
  const meta = Object.freeze({
    id,
    etlRunId,
    builtAt,
    asOf,
    packs: packs.length,
    tags: counts.tags,
    addresses: counts.addresses,
    actors: actors.length,
  });
  const networks = new Map(value.networks.map((code) => [code, networkCode(code) ?? code]));
  return ok({ meta, networks, ...lookUpIn(value, columns.value) });
}

function headerOf(
  bytes: Uint8Array,
): Result<{ readonly value: CorpusHeader; readonly bodyAt: number }, CorpusRefusal> {
  const headerAt = corpusMagic.length + 4;
  if (bytes.length < headerAt) return unusable("the file is truncated");
  if (corpusMagic.some((byte, at) => bytes[at] !== byte)) {
    return unusable("it does not begin as a corpus of this version does");
  }
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(corpusMagic.length, true);
  const bodyAt = headerAt + length;
  if (length > headerBytesMax || bodyAt % 4 !== 0) return unusable("its header has a wrong length");
  if (bodyAt > bytes.length) return unusable("the file is truncated");
  let json: unknown;
  try {
    json = JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(headerAt, bodyAt)),
    );
  } catch {
    return unusable("its header is not JSON");
  }
  const parsed = CorpusHeader.safeParse(json);
  if (parsed.success) return ok({ value: parsed.data, bodyAt });
  const [issue] = parsed.error.issues;
  return unusable(`its header is not as expected at ${issue?.path.join(".") || "its begin"}`);
}

function columnsOf(
  bytes: Uint8Array,
  bodyAt: number,
  header: CorpusHeader,
): Result<CorpusColumns, CorpusRefusal> {
  const layout = corpusColumns(header);
  const expected = layout.reduce((sum, [, width, length]) => sum + width * length, bodyAt);
  if (bytes.length !== expected) {
    return unusable(`it has ${bytes.length} bytes where its header counts ${expected}`);
  }
  if (new Uint8Array(Uint32Array.of(1).buffer)[0] !== 1) {
    return unusable("this machine is big-endian, and a corpus is read in place");
  }
  // Views of numbers need an aligned beginning.
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  let at = byteOffset + bodyAt;
  const columns: Partial<Record<keyof CorpusColumns, unknown>> = {};
  for (const [name, width, length] of layout) {
    columns[name] = new (viewOf(width))(buffer as ArrayBuffer, at, length);
    at += width * length;
  }
  return ok(columns as CorpusColumns);
}

function unusable(message: string): Result<never, CorpusRefusal> {
  return refuse({ code: "corpus_unusable", message });
}

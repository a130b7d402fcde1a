import { growingBytes } from "../../base/bytes.ts";
import { ok, type Result } from "../../base/result.ts";
import type { ListFileBounds } from "../../core/policy/list_files.ts";
import { leiScheme } from "../../standards/company_number/schemes.ts";
import { piecesOf } from "../lists/file_pieces.ts";
import { unreadable } from "../lists/refusal.ts";
import type { ListRefusal, SourceFile } from "../lists/schema.ts";
import { readXml } from "../lists/xml/read_xml.ts";
import { entityOf, type EntityParts } from "./entity_parts.ts";
import { partsOfJson } from "./json_entity.ts";
import { readJsonRecords } from "./json_records.ts";
import type { RegisteredEntity, RegisterFindingReason } from "./schema.ts";
import { leiShape, partsOfXml } from "./xml_entity.ts";

/** Maximum incomplete records of a file that are reported. */
const incompleteMax = 3;
/** Bytes by which a file is recognised. */
const headBytes = 256;

/** Receivers of a file's content. */
export interface RegisterReceiver {
  readonly take: (entity: RegisteredEntity) => void;
  readonly note: (reason: RegisterFindingReason, example: string) => void;
}

/**
 * Reads one file of level 1 data, JSON or XML, record by record. Incomplete records are counted and
 * skipped; a file without records is of another kind, and refused.
 *
 * @returns the number of records in the file
 */
export function readRegisterFile(
  file: SourceFile,
  bounds: ListFileBounds,
  { take, note }: RegisterReceiver,
): Result<number, ListRefusal> {
  let records = 0;
  const incomplete: string[] = [];
  let whole = 0;
  const takeParts = (parts: EntityParts) => {
    records += 1;
    const entity = entityOf(parts);
    if (entity === null) {
      if (incomplete.length < incompleteMax) incomplete.push(`record ${records}`);
      return;
    }
    whole += 1;
    if (leiScheme.check?.(entity.lei) === false) note("lei_checksum_wrong", entity.lei);
    take(entity);
  };
  const refused = readRecords(file, bounds, takeParts);
  if (refused !== null) return refused;
  if (whole === 0) {
    return unreadable("file_unknown", file, {
      message: "No record of GLEIF's level 1 data is in it",
    });
  }
  for (let at = 0; at < records - whole; at++) {
    note("record_incomplete", incomplete[at] ?? "");
  }
  return ok(records);
}

function readRecords(
  file: SourceFile,
  bounds: ListFileBounds,
  takeParts: (parts: EntityParts) => void,
): Result<never, ListRefusal> | null {
  switch (firstCharacter(file)) {
    case "<": {
      const read = readXml(file, leiShape, bounds, {
        record: (record) => {
          takeParts(partsOfXml(record));
          return null;
        },
      });
      return read.ok ? null : read;
    }
    case "[":
    case "{":
      return readJsonRecords(file, bounds, (record) => takeParts(partsOfJson(record)));
    default:
      return unreadable("file_unknown", file, {
        message: "It is neither JSON nor XML; unpack it if it is packed",
      });
  }
}

/** The first significant character, after a byte order mark and white space. */
function firstCharacter(file: SourceFile): string {
  const head = growingBytes();
  for (const piece of piecesOf(file)) {
    head.append(piece.subarray(0, headBytes));
    if (head.length >= headBytes) break;
  }
  return new TextDecoder().decode(head.bytes()).trimStart().slice(0, 1);
}

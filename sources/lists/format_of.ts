import { piecesOf } from "./file_pieces.ts";
import type { ListFormat } from "./publisher.ts";
import { publishers } from "./publishers.ts";
import type { SourceFile } from "./schema.ts";

/** Declaration, comments and a document type, which readers refuse, before the root of an XML file. */
const beforeRoot =
  /^\s*(?:<\?xml[^>]*\?>)?(?:\s|<!--[^]*?-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>)*<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)/;

/** Bytes at the start of a file that identify its format. */
const headBytes = 8_192;

const formats: readonly ListFormat[] = publishers.flatMap((publisher) => publisher.formats);

/**
 * Recognises the format of a file by its content; null for an unknown one. Only the parts of OFAC's
 * legacy set and the address files, which look alike, are recognised by name. For a format of
 * several lists, the record of any of them is returned: compare the `id`.
 */
export function formatOf(file: SourceFile): ListFormat | null {
  const head = headOf(file);
  const root = beforeRoot.exec(head)?.[1];
  const found = root !== undefined
    ? formats.find(({ recognition: one }) => one.by === "root" && one.root === root)
    : formats.find(({ recognition: one }) => one.by === "name" && one.matches(file.name)) ??
      formats.find(({ recognition: one }) =>
        one.by === "beginning" && one.pattern.test(head) && one.matches?.(file.name) !== false
      );
  return found ?? null;
}

function headOf(file: SourceFile): string {
  const [first = new Uint8Array()] = piecesOf(file);
  // The reader checks that all of it is UTF-8; here the beginning must only be recognised.
  return new TextDecoder().decode(first.subarray(0, headBytes));
}

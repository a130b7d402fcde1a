import type { ListFileBounds } from "../../../core/policy/list_files.ts";
import type { OrphanAddress } from "../../../core/matching/ports.ts";
import { ok, type Result } from "../../../base/result.ts";
import { wholeLinesOfFile } from "../file_text.ts";
import { openReading } from "../list_reading.ts";
import { unreadable } from "../refusal.ts";
import type { ListRead, ListRefusal, SourceFile } from "../schema.ts";

/** The list to which the addresses belong, not the source that extracted them. */
const listedSource = "ofac-sdn";

/** One line with an address. */
interface AddressLine {
  readonly line: number;
  readonly address: string;
}

/** OFAC's currency code in the name of an address file; null for another name. */
export function addressFileCurrency(fileName: string): string | null {
  const name = fileName.split(/[\\/]/).at(-1) ?? "";
  return /^sanctioned_addresses_([A-Z0-9]{2,10})\.txt$/i.exec(name)?.[1]?.toUpperCase() ?? null;
}

/**
 * Reads files with one digital-currency address a line, each file for the currency in its name.
 * Addresses of a known entity of the SDN list stay with it; all others become addresses without an
 * entity.
 *
 * @param held every form of entities' addresses
 */
export function readAddressFiles(
  files: readonly SourceFile[],
  held: ReadonlySet<string>,
  bounds: ListFileBounds,
): Result<ListRead, ListRefusal> {
  if (files.length === 0) {
    return unreadable("file_missing", null, {
      message: "No file sanctioned_addresses_CUR.txt with the addresses of ofac-crypto",
    });
  }
  const reading = openReading(listedSource, bounds);
  const orphans: OrphanAddress[] = [];
  const byCurrency = new Map<string, SourceFile>();
  for (const file of files) {
    const currency = addressFileCurrency(file.name);
    if (currency === null) {
      return unreadable("file_unknown", file, {
        message: "No file of ofac-crypto has this name; expected sanctioned_addresses_CUR.txt",
      });
    }
    const present = byCurrency.get(currency);
    if (present !== undefined) {
      return unreadable("file_duplicate", file, {
        message: `${present.name} already gives the addresses of ${currency}`,
      });
    }
    byCurrency.set(currency, file);
  }
  const rows: { file: string; rows: number }[] = [];
  for (const [currency, file] of [...byCurrency].sort(([a], [b]) => a < b ? -1 : 1)) {
    const lines = addressLines(file, bounds);
    if (!lines.ok) return lines;
    rows.push({ file: file.name, rows: lines.value.length });
    for (const row of lines.value) {
      const listed = reading.wallet(currency, row.address, { file, line: row.line });
      if (listed.some(({ address }) => held.has(address))) {
        reading.note("address_of_entity", { file, line: row.line }, `${currency} ${row.address}`);
      } else {
        orphans.push(...listed.map((address) => ({ source: listedSource, ...address })));
      }
    }
  }
  return reading.finish(rows, {}, orphans);
}

/** The addresses of a file. A file without a last line break may end with a partial address. */
function addressLines(
  file: SourceFile,
  bounds: ListFileBounds,
): Result<readonly AddressLine[], ListRefusal> {
  const text = wholeLinesOfFile(file, bounds);
  if (!text.ok) return text;
  const lines = text.value.split("\n").map((line, index) => ({
    line: index + 1,
    address: line.trim(),
  })).filter(({ address }) => address !== "");
  const wrong = lines.find(({ address }) =>
    !/^[\x21-\x7e]+$/.test(address) || address.length > bounds.addressCharactersMax
  );
  return wrong === undefined ? ok(lines) : unreadable("value_wrong", file, {
    line: wrong.line,
    message: "The line is not one address",
  });
}

import type { SourceFile } from "../../../../sources/lists/schema.ts";

/** An invented entity, as in the four files of the set. */
export interface MadeEntity {
  readonly entNum: number;
  readonly name: string;
  readonly type?: string;
  readonly program?: string;
  readonly remark?: string;
  readonly aliases?: readonly string[];
  readonly comment?: string;
}

/** Text of each file of an invented set. */
export interface OfacSet {
  readonly sdn: string;
  readonly alt: string;
  readonly add: string;
  readonly comments: string;
}

const END = "\x1a";

/** Writes entities in OFAC's legacy format: quotes around text, CRLF, `-0- ` for null, end row. */
export function writeOfacSet(entities: readonly MadeEntity[]): OfacSet {
  const [sdn, alt, add, comments]: [string[], string[], string[], string[]] = [[], [], [], []];
  for (const { entNum, name, type, program = "SDGT", remark, aliases = [], comment } of entities) {
    const nulls = Array.from({ length: 7 }, () => "-0- ");
    sdn.push(
      [entNum, quoted(name), quotedOrNull(type), quoted(program), ...nulls, quotedOrNull(remark)]
        .join(","),
    );
    aliases.forEach((alias, index) =>
      alt.push([entNum, entNum * 1_000 + index, quoted("aka"), quoted(alias), "-0- "].join(","))
    );
    add.push([entNum, entNum, "-0- ", "-0- ", quoted("Cuba"), "-0- "].join(","));
    if (comment !== undefined) comments.push([entNum, quoted(comment)].join(","));
  }
  const file = (rows: readonly string[]) => [...rows, END].join("\r\n");
  return { sdn: file(sdn), alt: file(alt), add: file(add), comments: file(comments) };
}

/** The files of a set, some with other text or bytes. */
export function filesOf(
  set: OfacSet,
  other: Partial<Record<keyof OfacSet, string | Uint8Array>> = {},
): readonly SourceFile[] {
  const names = { sdn: "sdn.csv", alt: "alt.csv", add: "add.csv", comments: "sdn_comments.csv" };
  return (["sdn", "alt", "add", "comments"] as const).map((part) => {
    const content = other[part] ?? set[part];
    return {
      name: names[part],
      bytes: typeof content === "string" ? new TextEncoder().encode(content) : content,
    };
  });
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function quotedOrNull(text: string | undefined): string {
  return text === undefined ? "-0- " : quoted(text);
}

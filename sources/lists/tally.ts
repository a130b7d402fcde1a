import type { ListFileBounds } from "../../core/policy/list_files.ts";
import type { Finding, FindingReason, SourceFile } from "./schema.ts";

/** Characters of the text that an example shows. */
const exampleCharacters = 80;

/** The place of a finding. */
export interface Place {
  /** The file. */
  readonly file: Pick<SourceFile, "name">;
  /** Line of the file, from 1. */
  readonly line: number;
}

/** Counts content that a reader cannot use as written, so that nothing disappears silently. */
export interface Tally<Reason extends string = FindingReason> {
  /** Counts one case, and keeps it as an example while there are few. */
  note(reason: Reason, place: Place, text: string): void;
  /** Every reason, in the order of first occurrence. */
  findings(): readonly Finding<Reason>[];
}

/** Opens an empty tally. */
export function openTally<Reason extends string = FindingReason>(
  { examplesMax }: Pick<ListFileBounds, "examplesMax">,
): Tally<Reason> {
  const met = new Map<Reason, { count: number; examples: string[] }>();
  return {
    note(reason, { file, line }, text) {
      const entry = met.get(reason) ?? { count: 0, examples: [] };
      entry.count += 1;
      if (entry.examples.length < examplesMax) {
        entry.examples.push(`${file.name}:${line}: ${excerpt(text)}`);
      }
      met.set(reason, entry);
    },
    findings: () => [...met].map(([reason, entry]) => ({ reason, ...entry })),
  };
}

function excerpt(text: string): string {
  // A text may be as long as its file: two units make a character at most.
  const characters = [...text.slice(0, 2 * exampleCharacters + 2)];
  return characters.length <= exampleCharacters
    ? text
    : `${characters.slice(0, exampleCharacters).join("")}...`;
}

import { ok, type Result } from "../../../base/result.ts";
import { unreadable } from "../refusal.ts";
import type { ListRefusal, SourceFile } from "../schema.ts";

/** The lists that OFAC publishes as a legacy CSV set. */
export type OfacSource = "ofac-sdn" | "ofac-cons";

/** The content of a file of the set. */
export type OfacRole = "entities" | "aliases" | "addresses" | "comments";

/** Columns of each file; the numbers differ, so that a file under a wrong name is noticed. */
export const ofacColumns: Readonly<Record<OfacRole, number>> = {
  entities: 12,
  aliases: 5,
  addresses: 6,
  comments: 2,
};

/** File names in lower case, as published; `sdn_address.csv` is a common name of `add.csv`. */
const roles: Readonly<Record<OfacSource, ReadonlyMap<string, OfacRole>>> = {
  "ofac-sdn": new Map([
    ["sdn.csv", "entities"],
    ["alt.csv", "aliases"],
    ["add.csv", "addresses"],
    ["sdn_address.csv", "addresses"],
    ["sdn_comments.csv", "comments"],
  ]),
  "ofac-cons": new Map([
    ["cons_prim.csv", "entities"],
    ["cons_alt.csv", "aliases"],
    ["cons_add.csv", "addresses"],
    ["cons_comments.csv", "comments"],
  ]),
};

/**
 * The files of one list. Postal addresses are not compared, so that their file is optional; aliases
 * and comments contain names and wallets and are required.
 */
export type OfacFiles =
  & Readonly<Record<Exclude<OfacRole, "addresses">, SourceFile>>
  & Readonly<Partial<Record<"addresses", SourceFile>>>;

/** The content of a file by its name; null for a file outside the set. */
export function ofacRole(source: OfacSource, fileName: string): OfacRole | null {
  const name = fileName.split(/[\\/]/).at(-1) ?? "";
  return roles[source].get(name.toLowerCase()) ?? null;
}

/** Sorts the files of a set by name; refuses missing, unknown and repeated ones. */
export function sortOfacFiles(
  source: OfacSource,
  files: readonly SourceFile[],
): Result<OfacFiles, ListRefusal> {
  const byRole = new Map<OfacRole, SourceFile>();
  for (const file of files) {
    const role = ofacRole(source, file.name);
    if (role === null) {
      return unreadable("file_unknown", file, {
        message: `No file of ${source} has this name; expected ${namesOf(source)}`,
      });
    }
    const present = byRole.get(role);
    if (present !== undefined) {
      return unreadable("file_duplicate", file, {
        message: `${present.name} already gives the ${role} of ${source}`,
      });
    }
    byRole.set(role, file);
  }
  const [entities, aliases, addresses, comments] = [
    byRole.get("entities"),
    byRole.get("aliases"),
    byRole.get("addresses"),
    byRole.get("comments"),
  ];
  if (entities === undefined) return missing(source, "entities");
  if (aliases === undefined) return missing(source, "aliases");
  if (comments === undefined) return missing(source, "comments");
  return ok({ entities, aliases, comments, ...(addresses === undefined ? {} : { addresses }) });
}

function missing(source: OfacSource, role: OfacRole): Result<never, ListRefusal> {
  const name = [...roles[source]].find(([, named]) => named === role)?.[0];
  return unreadable("file_missing", null, {
    message: `${name} with the ${role} of ${source} is missing; half a list is not read`,
  });
}

function namesOf(source: OfacSource): string {
  return [...roles[source].keys()].join(", ");
}

import type { ListedEntity } from "../../core/matching/ports.ts";
import type { ListFileBounds } from "../../core/policy/list_files.ts";
import type { Result } from "../../base/result.ts";
import type { PepPolicy } from "./pep_category.ts";
import type { ListRead, ListRefusal, SourceFile } from "./schema.ts";

/** Everything the service knows of one list: what it is, where it is published, how it is read. */
export interface Publisher<Source extends string = string> {
  /** The list's key in snapshots and on the command line. */
  readonly source: Source;
  /** For people. */
  readonly title: string;
  /** Who publishes it. */
  readonly publisher: string;
  /** The terms under which it may be used. */
  readonly licence: string;
  /** The formats in which it is issued, the usual one first. */
  readonly formats: readonly [ListFormat, ...ListFormat[]];
  /** Lines of `lists --help` that name its files. */
  readonly filesHelp: readonly string[];
  /** The publisher's own page about an entry; absent where entries have none. */
  readonly entryUrl?: (entity: Pick<ListedEntity, "listRef" | "entityType">) => string | null;
  /** Where it can be fetched from, or null for a list that is not published by itself. */
  readonly download: ListDownload | null;
  /**
   * The list that this one is extracted from. It is read before this one, and addresses that no
   * entity of it holds are its own.
   */
  readonly extractedFrom?: Publisher;
}

/** Where the files of a list can be fetched from. */
export interface ListDownload {
  readonly files: readonly PublishedFile[];
  /** Hosts that may serve them: those of the addresses, and those they redirect to. */
  readonly hosts: readonly string[];
  /** Printed in place of the licence when they are fetched. */
  readonly note?: string;
}

/** One file, as its publisher offers it. */
export interface PublishedFile {
  /** Its name here: readers recognise some files by their names. */
  readonly name: string;
  /** The publisher's own address of it. */
  readonly url: string;
  /** Media types that it has been seen with, and those of a host that does not say. */
  readonly mediaTypes: readonly string[];
  /** Several times its size of 2026: what is larger is something else. */
  readonly bytesMax: number;
}

/** One format in which a list is issued. */
export interface ListFormat {
  /** Short name; the lists that share a format have the same one. */
  readonly id: string;
  /** Its name in reports. */
  readonly label: string;
  readonly recognition: Recognition;
  /** Whether files are read piece by piece, and may be as large as they like. */
  readonly isStreamed: boolean;
  /** Name of the set of formats whose files make one list together; absent: a format by itself. */
  readonly set?: string;
  /** Whether a file of a folder is taken, by its name, where files of other lists look alike. */
  readonly isTaken?: (fileName: string) => boolean;
  /** Reads the list whole or refuses it. */
  readonly read: (
    files: readonly SourceFile[],
    context: ListContext,
  ) => Result<ListRead, ListRefusal>;
}

/** How files of a format are recognised. */
export type Recognition =
  /** The name of the root element, without a prefix, of an XML file. */
  | { readonly by: "root"; readonly root: string }
  /** The name of a file whose content looks like others'. */
  | { readonly by: "name"; readonly matches: (fileName: string) => boolean }
  /** How the text begins, and where several formats begin alike, the name. */
  | {
    readonly by: "beginning";
    readonly pattern: RegExp;
    readonly matches?: (fileName: string) => boolean;
  };

/** Rules under which files are read, whatever list they are of. */
export interface ReadRules {
  readonly bounds: ListFileBounds;
  readonly policy: PepPolicy;
  /** Every spelling of the addresses that entities of the list it is extracted from hold. */
  readonly held: ReadonlySet<string>;
}

/** The input of a reader beside the files. */
export interface ListContext extends ReadRules {
  /** The key of the list. */
  readonly source: string;
  /** ISO 8601 calendar date that holds where the files state none. */
  readonly asOf: string;
}

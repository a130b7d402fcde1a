import type { ListedEntity } from "../../core/matching/ports.ts";
import type { ListFileBounds } from "../../core/policy/list_files.ts";
import type { Result } from "../../base/result.ts";
import type { PepPolicy } from "./pep_category.ts";
import type { ListRead, ListRefusal, SourceFile } from "./schema.ts";

/** Everything about one list: its identity, its place of publication and its readers. */
export interface Publisher<Source extends string = string> {
  /** The list's key in snapshots and on the command line. */
  readonly source: Source;
  /** The list's title, for people. */
  readonly title: string;
  /** The publisher's name. */
  readonly publisher: string;
  /** The terms of use. */
  readonly licence: string;
  /** The formats of publication, the usual one first. */
  readonly formats: readonly [ListFormat, ...ListFormat[]];
  /** Lines of `lists --help` about its files. */
  readonly filesHelp: readonly string[];
  /** The publisher's own page about an entry; absent if entries have none. */
  readonly entryUrl?: (entity: Pick<ListedEntity, "listRef" | "entityType">) => string | null;
  /** Where it can be fetched; null for a list that is not published separately. */
  readonly download: ListDownload | null;
  /**
   * The list from which this one is extracted. It is read first; addresses that none of its
   * entities has belong to this one.
   */
  readonly extractedFrom?: Publisher;
}

/** Where the files of a list can be fetched. */
export interface ListDownload {
  readonly files: readonly PublishedFile[];
  /** Permitted hosts: those of the URLs, and those to which they redirect. */
  readonly hosts: readonly string[];
  /** Text printed instead of the licence when the files are fetched. */
  readonly note?: string;
}

/** One file of a publisher. */
export interface PublishedFile {
  /** Its local name, by which readers recognise some files. */
  readonly name: string;
  /** The publisher's own URL for it. */
  readonly url: string;
  /** Observed media types, and those of a host that does not state the type. */
  readonly mediaTypes: readonly string[];
  /** Maximum bytes, several times its size in 2026: a larger file is something else. */
  readonly bytesMax: number;
}

/** One format of a list. */
export interface ListFormat {
  /** Short name, the same for lists that share the format. */
  readonly id: string;
  /** Its name in reports. */
  readonly label: string;
  readonly recognition: Recognition;
  /** Whether files are read in pieces, without a limit of size. */
  readonly isStreamed: boolean;
  /**
   * Name of the set of formats whose files form one list together; absent: the format is complete
   * by itself.
   */
  readonly set?: string;
  /**
   * Whether a file in a folder belongs to the list, by its name, if files of other lists look
   * alike.
   */
  readonly isTaken?: (fileName: string) => boolean;
  /** Reads the whole list or refuses it. */
  readonly read: (
    files: readonly SourceFile[],
    context: ListContext,
  ) => Result<ListRead, ListRefusal>;
}

/** How files of a format are recognised. */
export type Recognition =
  /** The name of the root element, without a prefix, of an XML file. */
  | { readonly by: "root"; readonly root: string }
  /** The name of a file whose content resembles others. */
  | { readonly by: "name"; readonly matches: (fileName: string) => boolean }
  /** The start of the text and, if several formats start alike, the name. */
  | {
    readonly by: "beginning";
    readonly pattern: RegExp;
    readonly matches?: (fileName: string) => boolean;
  };

/** Rules for reading files of any list. */
export interface ReadRules {
  readonly bounds: ListFileBounds;
  readonly policy: PepPolicy;
  /**
   * Every spelling of the addresses of the entities on the list that this one is extracted from.
   */
  readonly held: ReadonlySet<string>;
}

/** The input of a reader besides the files. */
export interface ListContext extends ReadRules {
  /** The key of the list. */
  readonly source: string;
  /** ISO 8601 calendar date for files that state none. */
  readonly asOf: string;
}

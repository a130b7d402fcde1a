import { z } from "zod";

/**
 * Limits of a list file. They stop a malformed or hostile file early without restricting growth:
 * each is several times the size of publications in 2026. `AVAL_POLICY` cannot change them: the
 * service reads only snapshots, and equal files must make equal snapshots on every machine.
 * Operators' settings for lists in force are in `lists.ts`.
 */
export const ListFileBounds = z.object({
  /** Maximum bytes of one file. OFAC's largest is about 5 MB. */
  fileBytesMax: z.int().positive().default(64 * 1024 * 1024),
  /** Maximum bytes of one file that is read in pieces. OpenSanctions' largest has about 3 GB. */
  streamedBytesMax: z.int().positive().default(8 * 1024 * 1024 * 1024),
  /** Maximum characters of one record of such a file. UN's longest has 12,000. */
  recordCharactersMax: z.int().positive().default(16 * 1024 * 1024),
  /** Maximum nesting of elements. OFAC's advanced XML has 12 levels. */
  elementDepthMax: z.int().positive().default(32),
  /** Maximum rows of one file. OFAC's largest has about 25,000. */
  rowsMax: z.int().positive().default(1_000_000),
  /** Maximum characters of one field. OFAC's longest comment has 7,812. */
  fieldCharactersMax: z.int().positive().default(32_768),
  /**
   * Maximum lines plus commas of one YAML file, an upper limit of its values. GraphSense's largest
   * has 150,000.
   */
  yamlValuesMax: z.int().positive().default(1_000_000),
  /** Maximum levels of concepts. GraphSense's have 6. */
  conceptDepthMax: z.int().positive().default(32),
  /** Maximum characters of one text of a tag. GraphSense's longest label has 214. */
  tagTextCharactersMax: z.int().positive().default(500),
  /** Maximum concepts of one tag. GraphSense's tags have two. */
  tagConceptsMax: z.int().positive().default(32),
  /** Maximum characters of one digital-currency address. */
  addressCharactersMax: z.int().positive().default(256),
  /**
   * Maximum share of alias rows whose entity is missing from the list, from 0 to 1. Above it the
   * files are taken to belong to two lists. Alias files that were newer by two and a half years
   * reached 0.3.
   */
  foreignAliasShareMax: z.number().min(0).max(1).default(0.5),
  /** Minimum entities of a list for that share to be meaningful. */
  entitiesOfSmallListMax: z.int().nonnegative().default(100),
  /** Maximum examples that a report gives of each finding. */
  examplesMax: z.int().nonnegative().default(3),
}).readonly();
export type ListFileBounds = z.infer<typeof ListFileBounds>;

/** The limits of list files. */
export const listFileBounds: ListFileBounds = ListFileBounds.parse({});

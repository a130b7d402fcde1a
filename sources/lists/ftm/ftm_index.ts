import { parseJson } from "../../../base/json.ts";
import type { ListFileBounds } from "../../../core/policy/list_files.ts";
import { ok, type Result } from "../../../base/result.ts";
import { edtfOfIso } from "../edtf.ts";
import { textOfFile } from "../file_text.ts";
import { unreadable } from "../refusal.ts";
import type { ListRefusal, ListSelf, SourceFile } from "../schema.ts";
import { FtmIndex } from "./ftm_entity.ts";

/** The terms of OpenSanctions' own data, for an index that names none. */
const licence = "As its publisher sets it; OpenSanctions: CC BY-NC 4.0, or its commercial licence";

/** The files of an export by their content. */
export interface FtmFiles {
  /** The only file of entities. */
  readonly entities: readonly [SourceFile];
  /** The content of the index, if there is one. */
  readonly index: FtmIndex | null;
}

/**
 * Whether a file is an index, by its name, since its content is one JSON object like a line of the
 * other file.
 */
export function isFtmIndex(file: Pick<SourceFile, "name">): boolean {
  return /(?:^|[\\/])index\.json$/i.test(file.name);
}

/** Sorts the files of an export; refuses the index of another dataset. */
export function indexOf(
  files: readonly SourceFile[],
  dataset: string,
  bounds: ListFileBounds,
): Result<FtmFiles, ListRefusal> {
  const [indexFile, ...otherIndexes] = files.filter(isFtmIndex);
  const [entities, ...otherEntities] = files.filter((file) => !isFtmIndex(file));
  const twice = otherIndexes[0] ?? otherEntities[0];
  if (twice !== undefined) {
    return unreadable("file_duplicate", twice, {
      message: "A dataset has one file of entities and one index",
    });
  }
  if (entities === undefined) {
    return unreadable("file_missing", null, { message: `No entities.ftm.json of ftm:${dataset}` });
  }
  if (indexFile === undefined) return ok({ entities: [entities], index: null });
  const text = textOfFile(indexFile, bounds);
  if (!text.ok) return text;
  const parsed = FtmIndex.safeParse(parseJson(text.value));
  if (!parsed.success) {
    return unreadable("json_malformed", indexFile, {
      message: "The file is not an index of a dataset",
    });
  }
  if (parsed.data.name !== dataset) {
    return unreadable("files_mismatched", indexFile, {
      message: `Index is of ${parsed.data.name}, not of ${dataset}`,
    });
  }
  return ok({ entities: [entities], index: parsed.data });
}

/** Describes an export by its index; without one, by the newest day on which an entity was seen. */
export function selfOf(index: FtmIndex | null, lastSeen: string): ListSelf {
  const newest = index?.updated_at ?? index?.last_export ?? index?.last_change ?? lastSeen;
  const day = edtfOfIso(newest.slice(0, 10));
  return {
    ...(day?.length === 10 ? { asOf: day } : {}),
    ...(index === null ? {} : { title: index.title }),
    ...(index?.publisher == null ? {} : { publisher: index.publisher.name }),
    licence: index?.license ?? licence,
  };
}

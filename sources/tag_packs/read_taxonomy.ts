import type { ListFileBounds } from "../../core/policy/list_files.ts";
import { ok, type Result } from "../../base/result.ts";
import { csvTable } from "../lists/csv_table.ts";
import { unreadable } from "../lists/refusal.ts";
import type { ListRefusal, SourceFile } from "../lists/schema.ts";
import type { Confidence, Taxonomy } from "./schema.ts";
import { readYaml, type YamlMapping, type YamlNode } from "./yaml.ts";

/** The confidence of a tag without one. */
export const unknownConfidence = "unknown";

/** Files of a taxonomy. */
export interface TaxonomyFiles {
  /** `concepts.yaml`. */
  readonly concepts: SourceFile;
  /** `confidence.csv`. */
  readonly confidences: SourceFile;
  /** Any number of actor packs. */
  readonly actors: readonly SourceFile[];
}

/** Reads the data that packs refer to, or refuses all of them. */
export function readTaxonomy(
  { concepts, confidences, actors }: TaxonomyFiles,
  bounds: ListFileBounds,
): Result<Taxonomy, ListRefusal> {
  const tree = readConcepts(concepts, bounds);
  if (!tree.ok) return tree;
  const levels = readConfidences(confidences, bounds);
  if (!levels.ok) return levels;
  const labels = new Map<string, string>();
  for (const file of actors) {
    const refused = readActors(file, bounds, labels);
    if (refused !== null) return refused;
  }
  return ok({
    concepts: tree.value,
    confidences: levels.value,
    actors: actors.length === 0 ? null : labels,
  });
}

/** Concepts with their broader ones. A chain with an unknown concept or a cycle is refused. */
function readConcepts(
  file: SourceFile,
  bounds: ListFileBounds,
): Result<ReadonlyMap<string, string | null>, ListRefusal> {
  const yaml = readYaml(file, bounds);
  if (!yaml.ok) return yaml;
  const broader = new Map<string, string | null>();
  const wrong = (node: YamlNode, message: string) =>
    unreadable("value_wrong", file, { line: yaml.value.lineOf(node.at), message });
  for (const [name, concept] of yaml.value.root.members) {
    if (concept.kind !== "mapping") return wrong(concept, `"${name}" is not a concept`);
    if (textOf(concept, "type") === "conceptScheme") continue;
    const id = textOf(concept, "id");
    if (id === null) return wrong(concept, `Concept "${name}" has no id`);
    if (broader.has(id)) return wrong(concept, `Concept "${id}" occurs twice`);
    broader.set(id, textOf(concept, "broader"));
  }
  for (const id of broader.keys()) {
    let depth = 0;
    for (let at: string | null = id; at !== null; at = broader.get(at) ?? null) {
      if (!broader.has(at)) {
        return wrong(yaml.value.root, `Concept "${at}" above "${id}" is missing`);
      }
      if (depth > 0 && at === id) {
        return wrong(yaml.value.root, `Concept "${id}" is broader than itself`);
      }
      depth += 1;
      if (depth > bounds.conceptDepthMax) {
        return wrong(yaml.value.root, `Concepts above "${id}" go too deep, or round in a circle`);
      }
    }
  }
  return ok(broader);
}

function readConfidences(
  file: SourceFile,
  bounds: ListFileBounds,
): Result<ReadonlyMap<string, Confidence>, ListRefusal> {
  const table = csvTable(file, {
    delimiter: ",",
    linesInFields: false,
    columns: ["id", "level"],
    rowsBefore: 0,
  }, bounds);
  if (!table.ok) return table;
  const confidences = new Map<string, Confidence>();
  for (const { line, field } of table.value.rows) {
    const [id, level] = [field("id"), field("level")];
    if (id === "" || confidences.has(id) || !/^(?:\d{1,2}|100)$/.test(level)) {
      return unreadable("value_wrong", file, {
        line,
        message: `Confidence "${id}" occurs twice, or has no level from 0 to 100`,
      });
    }
    confidences.set(id, { id, level: Number(level) });
  }
  return confidences.has(unknownConfidence) ? ok(confidences) : unreadable("value_wrong", file, {
    message: `The table does not have "${unknownConfidence}", the confidence of tags without one`,
  });
}

function readActors(
  file: SourceFile,
  bounds: ListFileBounds,
  labels: Map<string, string>,
): Result<never, ListRefusal> | null {
  const yaml = readYaml(file, bounds);
  if (!yaml.ok) return yaml;
  const { root, lineOf } = yaml.value;
  const actors = root.members.get("actors");
  if (actors?.kind !== "sequence") {
    return unreadable("value_wrong", file, { line: 1, message: "File has no sequence actors" });
  }
  for (const actor of actors.items) {
    const id = actor.kind === "mapping" ? textOf(actor, "id") : null;
    if (id === null || actor.kind !== "mapping") {
      return unreadable("value_wrong", file, {
        line: lineOf(actor.at),
        message: "Actor has no id",
      });
    }
    labels.set(id, textOf(actor, "label") ?? id);
  }
  return null;
}

function textOf({ members }: YamlMapping, name: string): string | null {
  const node = members.get(name);
  return node?.kind === "scalar" ? node.text?.trim() || null : null;
}

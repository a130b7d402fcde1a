import type { ListFileBounds } from "../../core/policy/list_files.ts";
import { ok, type Result } from "../../base/result.ts";
import { unreadable } from "../lists/refusal.ts";
import type { ListRefusal, SourceFile } from "../lists/schema.ts";
import type { Tally } from "../lists/tally.ts";
import { type KeyOf, openKeys } from "./address_key.ts";
import { type ConceptsOf, openConcepts } from "./concepts.ts";
import { instantOf } from "./lastmod.ts";
import { type MemberContext, type Members, readMembers } from "./members.ts";
import { unknownConfidence } from "./read_taxonomy.ts";
import type { KeyedTag, PackRead, TagFindingReason, Taxonomy } from "./schema.ts";
import { readYaml, type YamlFile, type YamlNode } from "./yaml.ts";

/** Dependencies of reading a pack. */
export interface PackContext {
  readonly taxonomy: Taxonomy;
  readonly bounds: ListFileBounds;
  /** Counts content that is dropped or accepted with a doubt. */
  readonly note: Tally<TagFindingReason>["note"];
}

/** One pack being read. */
interface Reading extends PackContext {
  readonly file: SourceFile;
  readonly packFile: string;
  readonly packTitle: string;
  readonly header: Members;
  readonly conceptsOf: ConceptsOf;
  readonly keyOf: KeyOf;
  readonly lineOf: YamlFile["lineOf"];
}

/** OFAC's own list as a pack: it names no concept, but its tags count as sanctions. */
const ofacPack = /(?:^|\/)ofac\.yaml(?:\.gz)?$/;
const ofacLabel = /\bOFAC Sanctions List\b/i;

/**
 * Reads one pack: every tag, with omitted members from the pack's header. A pack that does not
 * parse, or has a value in an unexpected form, is refused completely, with the line.
 *
 * @param packFile its path below `packs/`
 */
export function readPack(
  file: SourceFile,
  packFile: string,
  context: PackContext,
): Result<PackRead, ListRefusal> {
  const yaml = readYaml(file, context.bounds);
  if (!yaml.ok) return yaml;
  const { root, lineOf } = yaml.value;
  const wrong = (node: YamlNode, message: string) =>
    unreadable("value_wrong", file, { line: lineOf(node.at), message });
  const tags = root.members.get("tags");
  if (tags?.kind !== "sequence") return wrong(tags ?? root, "The pack has no sequence of tags");
  const place = (node: YamlNode) => ({ file, line: lineOf(node.at) });
  const membersContext: MemberContext = {
    bounds: context.bounds,
    note: (reason, node, text) => context.note(reason, place(node), text),
  };
  const header = readMembers(root, null, membersContext);
  if (!header.ok) return wrong(header.refusal.node, header.refusal.message);
  const packTitle = header.value.text("title");
  if (packTitle === null) return wrong(root, "The pack has no title");
  if (isDemonstration(packFile, packTitle)) {
    for (const item of tags.items) context.note("pack_demonstration", place(item), packTitle);
    return ok({ packFile, packTitle, rows: tags.items.length, tags: [] });
  }
  const reading: Reading = {
    ...context,
    file,
    packFile,
    packTitle,
    header: header.value,
    conceptsOf: openConcepts(context.taxonomy.concepts),
    keyOf: openKeys(context.bounds),
    lineOf,
  };
  const read: KeyedTag[] = [];
  const seen = new Set<string>();
  for (const item of tags.items) {
    if (item.kind !== "mapping") return wrong(item, "A tag is not a mapping");
    const members = readMembers(item, header.value, membersContext);
    if (!members.ok) return wrong(members.refusal.node, members.refusal.message);
    const tag = tagOf(members.value, item, reading);
    if (tag === null) continue;
    const text = JSON.stringify(tag);
    if (seen.has(text)) context.note("tag_repeated", place(item), tag.tag.address);
    else read.push(tag);
    seen.add(text);
  }
  return ok({ packFile, packTitle, rows: tags.items.length, tags: read });
}

/** Whether a pack only demonstrates the format and is no evidence. */
function isDemonstration(packFile: string, title: string): boolean {
  return /(?:^|\/)demo\.yaml(?:\.gz)?$/.test(packFile) || /\bdemo\b/i.test(title);
}

/** The tag for the corpus; null with a finding if invalid. */
function tagOf(members: Members, item: YamlNode, reading: Reading): KeyedTag | null {
  const { packFile, packTitle, taxonomy } = reading;
  const note = (reason: TagFindingReason, text: string) =>
    reading.note(reason, { file: reading.file, line: reading.lineOf(item.at) }, text);
  const address = members.text("address");
  if (address === null) {
    note("tag_without_address", members.text("label") ?? packTitle);
    return null;
  }
  const written = members.text("network") ?? members.text("currency");
  const keyed = reading.keyOf(written, address, note);
  if (keyed === null) return null;
  const [category, abuse] = [members.text("category"), members.text("abuse")];
  const named = members.texts("concepts");
  const { concepts, unknown } = reading.conceptsOf({ named, category, abuse });
  for (const [reason, text] of unknown) note(reason, text);
  const label = members.text("label");
  if (label === null) note("tag_without_label", address);
  const actorId = members.text("actor");
  if (actorId !== null && taxonomy.actors?.has(actorId) === false) note("actor_unknown", actorId);
  const { id, level } = confidenceOf(members.text("confidence"), taxonomy, note);
  const isOfac = ofacPack.test(packFile);
  const isOfacTag = isOfac && ofacLabel.test(label ?? "");
  if (isOfac && !isOfacTag) note("sanctions_label_unknown", label ?? "");
  return {
    key: keyed.key,
    tag: {
      network: keyed.network,
      address,
      label: label ?? packTitle,
      category,
      abuse,
      concepts,
      actorId,
      confidence: id,
      confidenceLevel: level,
      isSanctionsConcept: isOfacTag || concepts.includes("sanction"),
      source: members.text("source"),
      packFile,
      packTitle,
      lastmod: lastmodOf(members.text("lastmod"), note),
      isClusterDefiner: isDefiner(members.text("is_cluster_definer"), note),
    },
  };
}

type Note = (reason: TagFindingReason, text: string) => void;

function confidenceOf(written: string | null, { confidences }: Taxonomy, note: Note) {
  const known = written === null ? undefined : confidences.get(written);
  if (known !== undefined) return known;
  if (written === null) note("confidence_missing", unknownConfidence);
  else note("confidence_unknown", written);
  return confidences.get(unknownConfidence) ?? { id: unknownConfidence, level: 0 };
}

function lastmodOf(written: string | null, note: Note): string | null {
  const lastmod = written === null ? null : instantOf(written);
  if (lastmod === null && written !== null) note("lastmod_unreadable", written);
  return lastmod;
}

/** Whether a text is true in YAML 1.1 or 1.2: GraphSense's own reader accepts both. */
function isDefiner(written: string | null, note: Note): boolean {
  if (written === null || /^(?:false|no|off)$/i.test(written)) return false;
  if (/^(?:true|yes|on)$/i.test(written)) return true;
  note("definer_unreadable", written);
  return false;
}

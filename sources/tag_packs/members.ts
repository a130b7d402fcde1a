import type { ListFileBounds } from "../../core/policy/list_files.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { TagFindingReason } from "./schema.ts";
import type { YamlMapping, YamlNode } from "./yaml.ts";

/** Members of a tag, or of a pack's header, that the corpus stores. */
const textMembers = [
  "title",
  "address",
  "label",
  "network",
  "currency",
  "category",
  "abuse",
  "actor",
  "confidence",
  "source",
  "lastmod",
  "is_cluster_definer",
] as const;

/** Members of the format that the corpus does not store, and the tags themselves. */
const unusedMembers: ReadonlySet<string> = new Set([
  "tags",
  "creator",
  "description",
  "context",
  "owner",
  "is_public",
  "tag_type",
  "tx_hash",
]);

/** The value of a member for a tag: its own, or that of its pack's header. */
export interface Members {
  /** A trimmed text; null when absent. */
  text(name: typeof textMembers[number]): string | null;
  /** The items of a member with several. */
  texts(name: "concepts"): readonly string[];
}

/** A member whose value has an unexpected form. */
export interface MemberRefusal {
  readonly code: "member_wrong";
  readonly node: YamlNode;
  readonly message: string;
}

/** Options for reading members. */
export interface MemberContext {
  readonly bounds: Pick<ListFileBounds, "tagTextCharactersMax" | "tagConceptsMax">;
  /** Counts values accepted with a doubt. */
  readonly note: (reason: TagFindingReason, node: YamlNode, text: string) => void;
}

/**
 * Reads the members of a header, or of a tag, whose own members, including null ones, replace the
 * header's.
 */
export function readMembers(
  { members }: YamlMapping,
  header: Members | null,
  { bounds: { tagTextCharactersMax, tagConceptsMax }, note }: MemberContext,
): Result<Members, MemberRefusal> {
  const texts = new Map<string, string | null>();
  let concepts: readonly string[] | null = null;
  for (const [name, node] of members) {
    if (name === "concepts") {
      const read = textsOf(node);
      if (read === null) return wrong(node, name, "a sequence of texts");
      if (read.length > tagConceptsMax) return wrong(node, name, `at most ${tagConceptsMax} texts`);
      const long = read.some(({ length }) => length > tagTextCharactersMax);
      if (long) {
        return wrong(node, name, `made of texts of at most ${tagTextCharactersMax} characters`);
      }
      concepts = read;
    } else if (isText(name)) {
      if (node.kind !== "scalar") return wrong(node, name, "a text");
      const trimmed = node.text?.trim() ?? "";
      // A long address is dropped, with a finding of its own.
      if (name !== "address" && trimmed.length > tagTextCharactersMax) {
        return wrong(node, name, `a text of at most ${tagTextCharactersMax} characters`);
      }
      if (trimmed !== (node.text ?? "")) note("blank_around", node, `${name}: ${node.text}`);
      texts.set(name, trimmed === "" ? null : trimmed);
    } else if (!unusedMembers.has(name)) {
      note("member_unknown", node, name);
    }
  }
  return ok({
    text(name) {
      const own = texts.get(name);
      return own === undefined ? header?.text(name) ?? null : own;
    },
    texts: (name) => concepts ?? header?.texts(name) ?? [],
  });
}

function isText(name: string): boolean {
  return (textMembers as readonly string[]).includes(name);
}

function textsOf(node: YamlNode): readonly string[] | null {
  if (node.kind === "scalar") return node.text === null ? [] : null;
  if (node.kind !== "sequence") return null;
  const texts: string[] = [];
  for (const item of node.items) {
    if (item.kind !== "scalar") return null;
    const text = item.text?.trim() ?? "";
    if (text !== "") texts.push(text);
  }
  return texts;
}

function wrong(node: YamlNode, name: string, expected: string): Result<never, MemberRefusal> {
  return refuse({ code: "member_wrong", node, message: `"${name}" is not ${expected}` });
}

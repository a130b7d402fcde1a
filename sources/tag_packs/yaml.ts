import {
  type Event,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  YAMLException,
} from "js-yaml";
import type { ListFileBounds } from "../../core/policy/list_files.ts";
import { ok, type Result } from "../../base/result.ts";
import { textOfFile } from "../lists/file_text.ts";
import { unreadable } from "../lists/refusal.ts";
import type { ListRefusal, SourceFile } from "../lists/schema.ts";

/** Maximum nesting of collections. Actor packs have five levels. */
const depthMax = 16;

/** A text of a YAML file, never converted to a number, date or boolean. */
export interface YamlScalar {
  readonly kind: "scalar";
  /** Null for an unquoted null: nothing, `~` or `null`. */
  readonly text: string | null;
  /** Character of the file where it begins. */
  readonly at: number;
}

/** A sequence of a YAML file. */
export interface YamlSequence {
  readonly kind: "sequence";
  readonly items: readonly YamlNode[];
  readonly at: number;
}

/** A mapping of a YAML file. */
export interface YamlMapping {
  readonly kind: "mapping";
  readonly members: ReadonlyMap<string, YamlNode>;
  readonly at: number;
}

/** One value of a YAML file, with its place. */
export type YamlNode = YamlScalar | YamlSequence | YamlMapping;

/** A YAML file that is one mapping. */
export interface YamlFile {
  readonly root: YamlMapping;
  /** The line, from 1, of a character. */
  lineOf(at: number): number;
}

/**
 * Reads a YAML file of one document, a mapping, with the lines of all values. All scalars stay
 * texts, so that an unquoted `0x...` does not become a number. Refuses aliases, repeated keys and
 * keys that are not text, so that no text of the file can expand.
 */
export function readYaml(file: SourceFile, bounds: ListFileBounds): Result<YamlFile, ListRefusal> {
  const text = textOfFile(file, bounds);
  if (!text.ok) return text;
  if (valuesAtMost(text.value) > bounds.yamlValuesMax) {
    return unreadable("file_too_large", file, {
      message: `File has more than the ${bounds.yamlValuesMax} lines and commas allowed`,
    });
  }
  const lineOf = openLines(text.value);
  const malformed = (line: number, what: string) =>
    unreadable("yaml_malformed", file, { line, message: `Not well-formed YAML: ${what}` });
  let events: readonly Event[];
  try {
    events = parseEvents(text.value, { maxDepth: depthMax });
  } catch (thrown) {
    // The parser's authors say that texts may make it throw other errors than its own, too.
    const known = thrown instanceof YAMLException ? thrown : null;
    return malformed(1 + (known?.mark?.line ?? 0), known?.reason ?? "it cannot be read");
  }
  const built = buildNodes(text.value, events);
  if ("fault" in built) return malformed(lineOf(built.at), built.fault);
  const [root, second] = built.documents;
  if (root?.kind !== "mapping" || second !== undefined) {
    const at = second?.at ?? root?.at ?? 0;
    return unreadable("value_wrong", file, {
      line: lineOf(at),
      message: "Expected one document that is a mapping",
    });
  }
  return ok({ root, lineOf });
}

/**
 * Counts lines and commas: the parser uses memory for every value, and values are always separated
 * by one of these.
 */
function valuesAtMost(text: string): number {
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0a || unit === 0x0d || unit === 0x2c) values += 1;
  }
  return values;
}

interface Fault {
  readonly fault: string;
  readonly at: number;
}

/** An open collection. */
type Open =
  | { readonly kind: "document" }
  | { readonly kind: "sequence"; readonly items: YamlNode[]; readonly at: number }
  | {
    readonly kind: "mapping";
    readonly members: Map<string, YamlNode>;
    readonly at: number;
    key: string | null;
  };

function buildNodes(
  source: string,
  events: readonly Event[],
): { readonly documents: readonly YamlNode[] } | Fault {
  const documents: YamlNode[] = [];
  const open: Open[] = [];
  for (const event of events) {
    let node: YamlNode;
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        open.push({ kind: "document" });
        continue;
      case EVENT_ID.SEQUENCE:
        open.push({ kind: "sequence", items: [], at: event.start });
        continue;
      case EVENT_ID.MAPPING:
        open.push({ kind: "mapping", members: new Map(), at: event.start, key: null });
        continue;
      case EVENT_ID.ALIAS:
        return { fault: "aliases are not read", at: event.anchorStart };
      case EVENT_ID.SCALAR:
        node = scalarOf(source, event);
        break;
      case EVENT_ID.POP: {
        const closed = open.pop();
        if (closed === undefined || closed.kind === "document") continue;
        node = closed;
        break;
      }
      default:
        return event satisfies never;
    }
    const fault = place(node, open.at(-1), documents);
    if (fault !== null) return fault;
  }
  return { documents };
}

/** Puts a value at its place: into a collection, under a key, or as the next key. */
function place(node: YamlNode, into: Open | undefined, documents: YamlNode[]): Fault | null {
  if (into === undefined || into.kind === "document") {
    documents.push(node);
  } else if (into.kind === "sequence") {
    into.items.push(node);
  } else if (into.key !== null) {
    into.members.set(into.key, node);
    into.key = null;
  } else if (node.kind !== "scalar" || node.text === null) {
    return { fault: "a key is not a text", at: node.at };
  } else if (into.members.has(node.text)) {
    return { fault: `the key "${node.text.slice(0, 80)}" occurs twice`, at: node.at };
  } else {
    into.key = node.text;
  }
  return null;
}

const nulls: ReadonlySet<string> = new Set(["", "~", "null", "Null", "NULL"]);

function scalarOf(
  source: string,
  event: Extract<Event, { type: typeof EVENT_ID.SCALAR }>,
): YamlScalar {
  const text = getScalarValue(source, event);
  const isNull = event.style === SCALAR_STYLE.PLAIN && nulls.has(text);
  return { kind: "scalar", text: isNull ? null : text, at: event.valueStart };
}

/** Returns the line of a character; the starts of all lines are found at the first call. */
function openLines(text: string): (at: number) => number {
  let starts: readonly number[] | null = null;
  return (at) => {
    starts ??= [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

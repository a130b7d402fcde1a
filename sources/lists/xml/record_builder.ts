import type { ListFileBounds } from "../../../core/policy/list_files.ts";
import type { Result } from "../../../base/result.ts";
import type { ListRefusal, UnreadableCode } from "../schema.ts";
import type { XmlElement } from "./element.ts";

/** The expected outline of a list's XML file. */
export interface XmlShape {
  /** Name of the root element, without a prefix. */
  readonly root: string;
  /**
   * Paths below the root, such as `INDIVIDUALS/INDIVIDUAL`, of the elements that are read
   * completely. Other elements refuse the file, except ignored ones.
   */
  readonly records: readonly string[];
  /** Paths at which a file must have at least one record. */
  readonly required?: readonly string[];
  /** Paths of known elements that are ignored. */
  readonly passedOver?: readonly string[];
}

/** Receives one record, in the order of the file; a refusal ends the reading. */
export type TakeRecord = (record: XmlElement, path: string) => Result<never, ListRefusal> | null;

/** An element that is not closed yet. */
export interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/** Builds records from a parser's events below the root, in memory for one record. */
export interface RecordBuilder {
  /** An element begins. */
  readonly open: (element: OpenElement) => void;
  /** Text within or outside a record. */
  readonly text: (text: string) => void;
  /** The element that was opened last ends. */
  readonly close: () => Result<never, ListRefusal> | null;
  /** Records so far at each path of the shape. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Receivers of a builder's results. */
export interface RecordReceiver {
  readonly take: TakeRecord;
  readonly refuse: (code: UnreadableCode, message: string) => void;
}

/** Opens a builder, which must not be used after it has called `refuse`. */
export function openRecordBuilder(
  shape: XmlShape,
  bounds: Pick<ListFileBounds, "recordCharactersMax">,
  { take, refuse }: RecordReceiver,
): RecordBuilder {
  const places = placesOf(shape);
  const counts = new Map(shape.records.map((path) => [path, 0]));
  const record = openRecord(bounds, refuse);
  /** Names of the elements outside a record, down to the current one. */
  const path: string[] = [];
  /** Nesting depth of ignored elements. */
  let passedOver = 0;

  const openOutside = (element: OpenElement) => {
    path.push(element.name);
    const place = places.get(path.join("/"));
    if (place === "record") record.begin(element);
    else if (place === "passed over") passedOver = 1;
    else if (place === undefined) refuse("value_wrong", `<${element.name}> is not expected here`);
  };
  return {
    counts,
    open(element) {
      if (passedOver > 0) passedOver += 1;
      else if (record.isOpen()) record.open(element);
      else openOutside(element);
    },
    text(text) {
      if (passedOver > 0) return;
      if (record.isOpen()) record.text(text);
      else if (text.trim() !== "") {
        refuse("value_wrong", "There is text where only elements are expected");
      }
    },
    close() {
      if (passedOver > 1) {
        passedOver -= 1;
        return null;
      }
      const { whole, isInside } = record.close();
      if (isInside) return null;
      const at = path.join("/");
      path.pop();
      passedOver = 0;
      if (whole === null) return null;
      counts.set(at, (counts.get(at) ?? 0) + 1);
      return take(whole, at);
    },
  };
}

/** Opens the current record: its open elements, and its number of characters. */
function openRecord(
  { recordCharactersMax }: Pick<ListFileBounds, "recordCharactersMax">,
  refuse: RecordReceiver["refuse"],
) {
  const elements: OpenElement[] = [];
  let characters = 0;

  const measure = (length: number) => {
    characters += length;
    if (characters > recordCharactersMax) {
      refuse("file_too_large", `A record has more than ${recordCharactersMax} characters`);
    }
  };
  return {
    isOpen: () => elements.length > 0,
    begin: (element: OpenElement) => {
      characters = 0;
      elements.push(element);
      measure(sizeOf(element));
    },
    open: (element: OpenElement) => {
      elements.push(element);
      measure(sizeOf(element));
    },
    text: (text: string) => {
      const element = elements.at(-1);
      if (element !== undefined) element.text += text;
      measure(text.length);
    },
    /** Closes the innermost element; closing the record completes it. */
    close: (): { readonly whole: OpenElement | null; readonly isInside: boolean } => {
      const element = elements.pop();
      const outer = elements.at(-1);
      if (element === undefined || outer === undefined) {
        return { whole: element ?? null, isInside: false };
      }
      outer.children.push(element);
      return { whole: null, isInside: true };
    },
  };
}

/** Characters that each element and attribute counts as, in addition to its text. */
const elementCharacters = 32;

/** The size of an element, which uses memory even without text. */
function sizeOf({ name, attributes }: OpenElement): number {
  let characters = elementCharacters + name.length;
  for (const [key, value] of attributes) {
    characters += elementCharacters + key.length + value.length;
  }
  return characters;
}

/** The treatment of an element at each path that is expected. */
function placesOf({ records, passedOver = [] }: XmlShape) {
  const places = new Map<string, "container" | "record" | "passed over">();
  for (const record of records) {
    const names = record.split("/");
    for (let end = 1; end < names.length; end++) {
      places.set(names.slice(0, end).join("/"), "container");
    }
  }
  for (const path of records) places.set(path, "record");
  for (const path of passedOver) places.set(path, "passed over");
  return places;
}

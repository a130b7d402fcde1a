import type { Html } from "./layout.ts";

/** A text of a catalogue with markup in place of its names in braces; the rest is escaped as text. */
export function textParts(
  text: string,
  values: Readonly<Record<string, Html>>,
): readonly (Html | string)[] {
  return text.split(/\{(\w+)\}/).map((part, index) =>
    index % 2 === 1 ? values[part] ?? `{${part}}` : part
  );
}

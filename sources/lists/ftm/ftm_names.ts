import { tidy, type WrittenName } from "../written_name.ts";
import { type FtmEntity, valuesOf } from "./ftm_entity.ts";

/**
 * The names of an entity: the caption first if it is one of them, then names in every script,
 * aliases and former names; `weakAlias` is weak. A part (`lastName`) belongs to the names that
 * contain it, since the export does not state which.
 */
export function namesOf(entity: FtmEntity): readonly WrittenName[] {
  const names = valuesOf(entity, "name").toSorted((a, b) =>
    Number(b === entity.caption) - Number(a === entity.caption)
  );
  const others = valuesOf(entity, "alias", "previousName", "abbreviation");
  const weak = valuesOf(entity, "weakAlias");
  const spelt = (text: string, ...properties: readonly string[]) =>
    valuesOf(entity, ...properties).toSorted((a, b) => b.length - a.length)
      .find((part) => spells(text, part));
  const named = (text: string, strength: WrittenName["strength"]): WrittenName =>
    entity.schema !== "Person" ? { text, strength } : {
      text,
      strength,
      family: spelt(text, "lastName"),
      given: spelt(text, "firstName"),
      patronymic: spelt(text, "fatherName"),
    };
  return [
    ...names.map((text, index) => named(text, index === 0 ? "primary" : "strong")),
    ...others.map((text) => named(text, "strong")),
    ...weak.map((text) => named(text, "weak")),
  ];
}

/** Whether whole words of a name equal this part. */
function spells(name: string, part: string): boolean {
  const words = (text: string) => ` ${tidy(text).toLowerCase()} `;
  return words(name.replaceAll(",", " ")).includes(words(part));
}

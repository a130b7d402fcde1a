import type { ListedEntity, ListedName } from "../../core/matching/ports.ts";
import type { Draw } from "./core_queries.ts";

/** Words of names by their position in names. */
interface NameParts {
  readonly givens: readonly string[];
  readonly families: readonly string[];
  /** First, middle and last words of bodies' names. */
  readonly firsts: readonly string[];
  readonly middles: readonly string[];
  readonly lasts: readonly string[];
}

/**
 * Makes a number of entities like those of real lists. Each has the shape of one of them (kind,
 * births, nationalities, number of names), and its names combine parts of theirs. Parts are drawn
 * as often as they are on the lists, so that `mohammed` is as common as there.
 */
export function* grownEntities(
  real: readonly ListedEntity[],
  wanted: number,
  draw: Draw,
): Generator<ListedEntity> {
  const parts = partsOf(real);
  for (let at = 0; at < wanted; at++) {
    const shape = pick(real, draw);
    const isPerson = shape.entityType === "INDIVIDUAL";
    const family = pick(parts.families, draw);
    const names = shape.names.map(({ text, strength }): ListedName => {
      const words = Math.max(2, Math.min(8, text.split(/\s+/).length));
      return isPerson
        ? { ...personsName(parts, family, words, draw), strength }
        : { text: bodysName(parts, words, draw), strength };
    });
    yield {
      ...shape,
      listRef: `grown-${at}`,
      entityId: `00000000-0000-5000-8000-${at.toString(16).padStart(12, "0")}`,
      names,
      addresses: [],
    };
  }
}

function personsName(parts: NameParts, family: string, words: number, draw: Draw) {
  const given = Array.from(
    { length: Math.max(1, words - family.split(" ").length) },
    () => pick(parts.givens, draw),
  );
  return { text: `${family}, ${given.join(" ")}`, family };
}

function bodysName(parts: NameParts, words: number, draw: Draw): string {
  const middle = Array.from({ length: words - 2 }, () => pick(parts.middles, draw));
  return [pick(parts.firsts, draw), ...middle, pick(parts.lasts, draw)].join(" ");
}

function partsOf(real: readonly ListedEntity[]): NameParts {
  const parts = {
    givens: [] as string[],
    families: [] as string[],
    firsts: [] as string[],
    middles: [] as string[],
    lasts: [] as string[],
  };
  for (const { entityType, names } of real) {
    for (const { text, family } of names) {
      if (entityType === "INDIVIDUAL") {
        if (family === undefined || !text.includes(family)) continue;
        const rest = text.replace(family, " ").split(/[\s,]+/).filter((word) => word !== "");
        parts.families.push(family);
        parts.givens.push(...rest);
      } else {
        const words = text.split(/\s+/).filter((word) => word !== "");
        if (words.length < 2) continue;
        parts.firsts.push(words[0]!);
        parts.middles.push(...words.slice(1, -1));
        parts.lasts.push(words.at(-1)!);
      }
    }
  }
  return parts;
}

function pick<T>(from: readonly T[], draw: Draw): T {
  return from[draw(from.length)]!;
}

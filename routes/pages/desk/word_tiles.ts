import { html } from "hono/html";
import { accountWords } from "../../../core/matching/wording.ts";
import type { Explanation } from "../../../core/matching/explanation.ts";
import type { Html } from "../../html/layout.ts";

/** Letters of a word at most that are compared with another's: the table of both is their product. */
const lettersMax = 40;

/** Which words of a name account for those of a listed one. */
type Account = Pick<Explanation, "alignment" | "unaccounted" | "readAs">;

/**
 * A name in tiles: each word that was asked for above the listed word that accounts for it, with the
 * letters marked that differ, and in words what agrees, differs and is missing.
 *
 * @param asked the name that `explain` is about, as it was typed; null: it is not known, and its words
 * are named by their positions
 */
export function renderTiles(explain: Account, asked: string | null): Html {
  const words = wordsOf(explain, asked);
  const textOf = (positions: readonly number[]) =>
    positions.map((at) => words?.[at] ?? `word ${at + 1}`).join(" ");
  return html`
    <ol class="tiles">
      ${explain.alignment.map(({ listed, query, how, points }) => {
        const text = textOf(query);
        const said = `${how === "same" ? "the same" : accountWords[how]}${pointsSaid(points)}`;
        if (query.length === 0) {
          return pairOf("missing", empty("not asked"), tile(listed, ""), said);
        }
        const isShown = words !== null;
        return pairOf(
          how === "same" ? "same" : "near",
          tile(text, isShown ? listed : ""),
          tile(listed, isShown ? text : ""),
          said,
        );
      })} ${(explain.unaccounted ?? []).map(({ query, points }) =>
        pairOf(
          "extra",
          tile(textOf([query]), ""),
          empty("not listed"),
          `not listed${pointsSaid(points)}`,
        )
      )}
    </ol>
  `;
}

/** The words by their positions, where blanks alone part them; else null. */
function wordsOf({ readAs }: Account, asked: string | null): readonly string[] | null {
  const typed = asked?.trim() ?? "";
  const isSimple = /^\p{Script=Latin}+( \p{Script=Latin}+)*$/u.test(typed);
  return isSimple && (readAs ?? "name") === "name" ? typed.split(" ") : null;
}

function pairOf(kind: string, asked: Html, listed: Html, said: string): Html {
  return html`<li class="pair ${kind}">${asked}${listed}<small>${said}</small></li>`;
}

function empty(text: string): Html {
  return html`<span class="tile empty">${text}</span>`;
}

function pointsSaid(points: number | undefined): string {
  return points === undefined || points === 0 ? "" : `, \u2212${-points}`;
}

/** A word, with the letters marked that another one has not in the same order. */
function tile(word: string, other: string): Html {
  const [letters, others] = [[...word], [...other.toLowerCase()]];
  const isCompared = other !== "" && letters.length <= lettersMax && others.length <= lettersMax;
  if (!isCompared) return html`<span class="tile">${word}</span>`;
  const same = commonLetters(letters.map((letter) => letter.toLowerCase()), others);
  const shown = letters.map((letter, at) => same.has(at) ? letter : html`<mark>${letter}</mark>`);
  return html`<span class="tile">${shown}</span>`;
}

/** Positions in the first of a longest common subsequence. */
function commonLetters(a: readonly string[], b: readonly string[]): ReadonlySet<number> {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint8Array(b.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i]![j] = a[i] === b[j] ? 1 + at(i + 1, j + 1) : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const found = new Set<number>();
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      found.add(i++);
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return found;
}

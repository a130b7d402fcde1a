/** Controls, line and paragraph separators. */
const control = /[\p{Cc}\u2028\u2029]/u;

/** Marks of the direction of writing, and what takes no width: it is seen by programs alone. */
const unseen =
  /[\p{Bidi_Control}\u00ad\u034f\u115f\u1160\u180b-\u180f\u200b-\u200d\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/u;

/** Blanks at either end. A zero-width one is none of them, so that it is found. */
const outerBlanks = /^(?:(?!\ufeff)\s)+|(?:(?!\ufeff)\s)+$/g;

/** A text without blanks around it. */
export function trimmed(text: string): string {
  return text.replaceAll(outerBlanks, "");
}

/** Why a text cannot be printed for people as it stands. @returns null where it can */
export function unprintableIn(text: string): string | null {
  if (control.test(text)) return "expected no control characters";
  return unseen.test(text) ? "expected no bidirectional or zero-width characters" : null;
}

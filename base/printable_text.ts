/** Controls, line and paragraph separators. */
const control = /[\p{Cc}\u2028\u2029]/u;

/** Characters that only programs see: marks of writing direction, and characters without width. */
const unseen =
  /[\p{Bidi_Control}\u00ad\u034f\u115f\u1160\u180b-\u180f\u200b-\u200d\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/u;

/** White space at either end, except a zero-width one, which must be reported. */
const outerBlanks = /^(?:(?!\ufeff)\s)+|(?:(?!\ufeff)\s)+$/g;

/** Removes white space around a text. */
export function trimmed(text: string): string {
  return text.replaceAll(outerBlanks, "");
}

/** Returns the reason why a text is not printable. @returns null for printable text */
export function unprintableIn(text: string): string | null {
  if (control.test(text)) return "expected no control characters";
  return unseen.test(text) ? "expected no bidirectional or zero-width characters" : null;
}

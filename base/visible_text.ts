/**
 * Visible characters and single spaces between them. Control, format (bidi, zero width) and other
 * ignorable characters could make a name look like another one, and a combining mark at its
 * beginning would change what stands before it.
 */
const visible =
  /^(?!\p{M})[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+(?: [^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+)*$/u;

/** Whether a text is visible characters with single spaces between words, of so many at most. */
export function isVisibleText(text: string, charactersMax: number): boolean {
  return visible.test(text) && [...text].length <= charactersMax;
}

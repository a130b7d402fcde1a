/**
 * Visible characters with single spaces between them. Control, format (bidi, zero width) and other
 * ignorable characters could make a name look like another one, and a leading combining mark would
 * change the character before the name.
 */
const visible =
  /^(?!\p{M})[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+(?: [^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+)*$/u;

/**
 * Whether a text has at most `charactersMax` visible characters, with single spaces between words.
 */
export function isVisibleText(text: string, charactersMax: number): boolean {
  return visible.test(text) && [...text].length <= charactersMax;
}

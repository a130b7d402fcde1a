/** Tables of `playground_words.ts`, which precede the playground's script. */
declare const words: Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Tables of `playground_words.ts`, which the playground's script begins with. */
declare const words: Readonly<Record<string, Readonly<Record<string, string>>>>;

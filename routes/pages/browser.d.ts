/** Tables of `playground_words.ts`, which the playground's script begins with. */
declare const words: Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The API reference of npm `swagger-ui-dist`. */
declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => void;

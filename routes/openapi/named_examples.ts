/** Named examples, as OpenAPI has them (§4.8.19). */
export type Examples = Readonly<Record<string, Example>>;

interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

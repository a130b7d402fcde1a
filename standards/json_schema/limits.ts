/** The limits of a schema and of one validation. */
export interface SchemaLimits {
  /** Maximum UTF-8 bytes of the schema as JSON. */
  readonly schemaBytesMax: number;
  /** Maximum nesting levels of objects and arrays. */
  readonly schemaDepthMax: number;
  /** Maximum members of `anyOf`, `oneOf` and `allOf` plus uses of `if` and `not`. */
  readonly schemaAlternativesMax: number;
  /** Maximum steps of validating one value: about one for each applied keyword. */
  readonly schemaStepsMax: number;
}

/** Maximum reported problems of one value. */
export const problemsMax = 20;

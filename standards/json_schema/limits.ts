/** How much a schema may hold, and how much one validation may do. */
export interface SchemaLimits {
  /** UTF-8 bytes of the schema as JSON. */
  readonly schemaBytesMax: number;
  /** Levels of nesting, objects and arrays alike. */
  readonly schemaDepthMax: number;
  /** Members of `anyOf`, `oneOf` and `allOf` and uses of `if` and `not`, all together. */
  readonly schemaAlternativesMax: number;
  /** Steps of validating one value: about one for each keyword that is applied. */
  readonly schemaStepsMax: number;
}

/** Problems of one value that are reported. */
export const problemsMax = 20;

import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";

const folder = new URL("../deploy/schemas/", import.meta.url);

/**
 * Compiles a published JSON Schema of `tests/deploy/schemas/`, with the schemas that it refers to.
 */
export async function publishedSchema(
  name: string,
  ...others: readonly string[]
): Promise<ValidateFunction> {
  const read = async (file: string) => JSON.parse(await Deno.readTextFile(new URL(file, folder)));
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // Formats that ajv-formats has no check for, in texts that we do not write.
  ajv.addFormat("idn-email", true).addFormat("iri-reference", true);
  for (const other of others) ajv.addSchema(await read(other));
  const { $schema: _, ...schema } = await read(name);
  return ajv.compile(schema);
}

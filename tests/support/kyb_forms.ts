/** One input of a form, with a description of the correct reading. */
export interface FormInput {
  readonly field: string;
  readonly input: string;
  readonly context: string;
  readonly right: string;
}

/** The repository's file of inputs that were once read wrongly. */
export const formsFile = new URL("../../fixtures/kyb/forms.tsv", import.meta.url);

/** Reads such a file. Its last column is prose, the others are data. */
export async function readForms(file: URL): Promise<readonly FormInput[]> {
  const lines = (await Deno.readTextFile(file)).split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [field = "", input = "", context = "", right = ""] = line.split("\t");
    return { field, input: input.replaceAll("\\u0000", "\0"), context, right };
  });
}

/** One input of a form, and what is right about it in words. */
export interface FormInput {
  readonly field: string;
  readonly input: string;
  readonly context: string;
  readonly right: string;
}

/** Inputs that were read wrongly, as they stand in the repository. */
export const formsFile = new URL("../../fixtures/kyb/forms.tsv", import.meta.url);

/** Reads such a file. Its first columns are data, its last one is prose. */
export async function readForms(file: URL): Promise<readonly FormInput[]> {
  const lines = (await Deno.readTextFile(file)).split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [field = "", input = "", context = "", right = ""] = line.split("\t");
    return { field, input: input.replaceAll("\\u0000", "\0"), context, right };
  });
}

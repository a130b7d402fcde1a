import { load } from "js-yaml";
import { z } from "zod";

const file = new URL("../../deploy/compose.yaml", import.meta.url);

/** The parts of `deploy/compose.yaml` that tests read; the published schema checks the rest. */
const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
      volumes: z.array(z.string()).default([]),
      ulimits: z.object({ nofile: z.number() }).optional(),
    }),
  ),
});
export type Compose = z.infer<typeof Compose>;

/** The text of the file. */
export async function composeText(): Promise<string> {
  return await Deno.readTextFile(file);
}

/** Variables that an operator puts into `deploy/.env`. */
export function variablesOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/(?<!\$)\$\{(\w+):\?\}/g)].map(([, name = ""]) => name))]
    .toSorted();
}

/** The file with the operator's variables filled in, as `docker compose` does it. */
export function composeWith(text: string, values: Readonly<Record<string, string>>): Compose {
  const put = text.replaceAll(/(?<!\$)\$\{(\w+):\?\}/g, (_, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${name} is not set`);
    return value;
  });
  return Compose.parse(load(put.replaceAll("$$", "$")));
}

import { type Block, blocksOf } from "./blocks.ts";

const folder = new URL("../../docs/", import.meta.url);

/** A block and its page. */
export interface PlacedBlock extends Block {
  readonly page: string;
}

const read = (page: string) => Deno.readTextFile(new URL(page, folder));

/**
 * The `sh` blocks of docs/operations.md. A line `<!-- follow: PAGE -->` is replaced by the blocks
 * of that page.
 */
export async function operatorsGuide(): Promise<readonly PlacedBlock[]> {
  const blocks: PlacedBlock[] = [];
  let done = 0;
  const guide = await read("operations.md");
  const own = place("operations.md", guide);
  for (const { line, page } of followed(guide)) {
    const before = own.filter((block) => block.line < line);
    blocks.push(...before.slice(done), ...place(page, await read(page)));
    done = before.length;
  }
  return [...blocks, ...own.slice(done)];
}

/**
 * The text of docs/operations.md and of the pages that it includes, with continued lines joined.
 */
export async function textOfOperatorsGuide(): Promise<string> {
  const guide = await read("operations.md");
  const pages = await Promise.all(followed(guide).map(({ page }) => read(page)));
  return [guide, ...pages].join("\n").replaceAll("\\\n", " ");
}

function place(page: string, text: string): readonly PlacedBlock[] {
  return blocksOf(text).map((block) => ({ ...block, page }));
}

function followed(text: string): readonly { readonly line: number; readonly page: string }[] {
  return text.split("\n").flatMap((line, index) => {
    const page = /^<!-- follow: (\S+) -->$/.exec(line)?.[1];
    return page === undefined ? [] : [{ line: index + 1, page }];
  });
}

import assert from "node:assert/strict";

Deno.test("checkHistory() imports nothing of the service", async () => {
  const seen = new Set<string>();
  const follow = async (url: URL): Promise<void> => {
    if (seen.has(url.href)) return;
    seen.add(url.href);
    const text = await Deno.readTextFile(url);
    for (const [, , to = ""] of text.matchAll(/(from|import)\s*\(?\s*"([^"]+)"/g)) {
      if (to.startsWith(".")) await follow(new URL(to, url));
      else assert.match(to, /^(zod|node:util)$/, `${url.pathname} imports ${to}`);
    }
  };
  await follow(new URL("check_history.ts", import.meta.url));
  const folder = new URL("./", import.meta.url).href;
  assert(seen.size > 5);
  assert.deepEqual([...seen].filter((href) => !href.startsWith(folder)), []);
});

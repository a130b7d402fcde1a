import assert from "node:assert/strict";
import { browserScript } from "../../../routes/pages/browser_script.ts";
import { makeDocsFiles } from "../../../routes/pages/docs/docs_files.ts";
import { loginScript } from "../../../routes/pages/login_page.ts";
import { makePlaygroundFiles } from "../../../routes/pages/playground/playground_files.ts";

Deno.test("browserScript() joins modules, and leaves nothing visible outside", () => {
  const words = 'export const greeting = "hello";\nexport function greet(name) {\n' +
    "  return `${greeting}, ${name}`;\n}\n";
  const page = 'import {\n  greet,\n} from "./words.js";\n\nsaid.push(greet("Ada"));\n';
  const said: string[] = [];
  new Function("said", browserScript(words, page))(said);
  assert.deepEqual(said, ["hello, Ada"]);
  assert.equal(Reflect.has(globalThis, "greet"), false);
});

Deno.test("every script that pages load is one, without imports and exports", async () => {
  const text = ({ bytes }: { readonly bytes: Uint8Array<ArrayBuffer> }) =>
    new TextDecoder().decode(bytes);
  const scripts = {
    login: loginScript,
    search: text((await makeDocsFiles()).script),
    playground: text((await makePlaygroundFiles()).script),
  };
  for (const [name, script] of Object.entries(scripts)) {
    // A name that two modules declare, an import or an export does not parse.
    assert.doesNotThrow(() => new Function(script), name);
    assert.doesNotMatch(script, /<\/script/i, name);
  }
});

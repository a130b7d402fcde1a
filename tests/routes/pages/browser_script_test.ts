import assert from "node:assert/strict";
import { browserScript } from "../../../routes/pages/browser_script.ts";
import { loginScript } from "../../../routes/pages/login_page.ts";
import { scriptFile } from "../../../routes/pages/playground/playground_files.ts";

Deno.test("browserScript() joins modules, and leaves nothing visible outside", () => {
  const words = 'export const greeting = "hello";\nexport function greet(name) {\n' +
    "  return `${greeting}, ${name}`;\n}\n";
  const page = 'import {\n  greet,\n} from "./words.js";\n\nsaid.push(greet("Ada"));\n';
  const said: string[] = [];
  new Function("said", browserScript(words, page))(said);
  assert.deepEqual(said, ["hello, Ada"]);
  assert.equal(Reflect.has(globalThis, "greet"), false);
});

Deno.test("every script that pages load is one, without imports and exports", () => {
  const scripts = {
    login: loginScript,
    playground: new TextDecoder().decode(scriptFile.bytes),
  };
  for (const [name, script] of Object.entries(scripts)) {
    // A name that two modules declare, an import or an export does not parse.
    assert.doesNotThrow(() => new Function(script), name);
    assert.doesNotMatch(script, /<\/script/i, name);
  }
});

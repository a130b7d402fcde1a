import assert from "node:assert/strict";
import { adminCommands } from "../../../cli/admin/commands.ts";
import { adminHelpOn } from "../../../cli/admin/help.ts";

Deno.test("adminHelpOn() explains all commands, those of a noun, or one", () => {
  const shown = (...args: readonly string[]) =>
    adminHelpOn(args).match(/^ {2}admin [a-z-]+( [a-z-]+)+/gm)?.length;
  assert.equal(shown("--help"), adminCommands.length);
  assert.equal(shown("seal", "-h"), 4);
  assert.equal(shown("seal", "credential", "--help"), 3);
  assert.equal(shown("seal", "credential", "put", "acme", "--help"), 1);
  assert.match(adminHelpOn(["client"]), /^Variables$/m);
});

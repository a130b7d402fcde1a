import assert from "node:assert/strict";
import {
  likelySlips,
  supportedVariables,
  variablesWithoutEffect,
} from "../../../service/config/variables.ts";

Deno.test("likelySlips() has what a typist does to a name, and no name that is read", () => {
  const slips = likelySlips();
  const typed = ["AVAL_POLCY", "AVAL_LISTSS", "AVAL_MDOE", "AVAL_LIST", "AVAL_BASEURL"];
  assert.deepEqual(typed.filter((name) => !slips.includes(name)), []);
  assert.deepEqual(supportedVariables.filter((name) => slips.includes(name)), []);
  assert.deepEqual(slips.filter((name) => !name.startsWith("AVAL_")), []);
  assert.deepEqual(variablesWithoutEffect(slips).length, slips.length, "each stops a start");
});

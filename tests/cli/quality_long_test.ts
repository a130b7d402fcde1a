import assert from "node:assert/strict";
import { fallsFrom, Figures } from "../../quality/evaluation/figures.ts";
import { runCli } from "../support/cli.ts";
import { sharedData } from "../support/lists.ts";
import committed from "./quality.json" with { type: "json" };

/** Half a point: the maximum decrease of a figure that needs no explanation. */
const fallMost = 0.005;

Deno.test("no slice, source or flag rate is worse than the committed figures", async () => {
  const folder = `${sharedData.pathname}labelled`;
  if (!await Deno.stat(folder).then(() => true, () => false)) {
    console.error("LEFT OUT: no ../shared/data/labelled to hold quality.json against");
    return;
  }
  const { code, stdout, stderr } = await runCli("evaluate", [folder, "--json"]);
  assert.equal(code, 0, stderr);
  const figures = Figures.parse(JSON.parse(stdout));
  assert.deepEqual(
    fallsFrom(Figures.parse(committed), figures, fallMost),
    [],
    "say why in the commit: deno task evaluate --json > tests/cli/quality.json",
  );
});

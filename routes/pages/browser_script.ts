/**
 * Joins modules that import only from each other into one script. Order them so that each follows
 * the modules that it calls while it loads. Imports and exports are removed, and no name is visible
 * outside.
 *
 * Modules are imported as text (`with { type: "text" }`), so that a server needs no permission to
 * read them.
 */
export function browserScript(...modules: readonly string[]): string {
  const bodies = modules.map((text) => text.replaceAll(/^import [^;]*;\n|^export /gm, ""));
  return `(() => {\n"use strict";\n${bodies.join("\n")}})();\n`;
}

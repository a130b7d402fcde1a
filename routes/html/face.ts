import face from "./face.css" with { type: "text" };

/** Tokens and components of every page. Standalone pages contain the style; others load it. */
export const faceStyle = compactStyle(face);

/** A style sheet without comments and line breaks. */
export function compactStyle(css: string): string {
  return css.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/\s+/g, " ").trim();
}

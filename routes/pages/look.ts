import { compactStyle, faceStyle } from "../html/face.ts";
import operators from "./console/operators.css" with { type: "text" };
import desk from "../html/desk.css" with { type: "text" };
import docs from "./docs/docs.css" with { type: "text" };
import home from "./home/home.css" with { type: "text" };
import drawings from "./playground/drawings.css" with { type: "text" };
import { staticFile } from "./static_file.ts";

/** The stylesheet of every page that loads one. */
export const styleFile = staticFile(
  "/files",
  "aval.css",
  [faceStyle, ...[home, docs, drawings, operators, desk].map(compactStyle)].join(" "),
);

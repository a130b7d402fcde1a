/** Parts of a test PDF. */
export interface PdfOfTests {
  /** Additional objects without their headers, numbered from 5. */
  readonly objects?: readonly string[];
  /** Additional entries of the catalog. */
  readonly catalog?: string;
  /** The first page; default: an empty one. */
  readonly page?: string;
  /** The root of the page tree; default: one with the first page. */
  readonly pages?: string;
  /** Additional entries of the trailer. */
  readonly trailer?: string;
}

/** Makes a PDF of one page with a cross-reference table, one byte per character. */
export function pdfOf(
  { objects = [], catalog = "", page, pages, trailer = "" }: PdfOfTests,
): Uint8Array<ArrayBuffer> {
  const all = [
    `<</Type/Catalog/Pages 2 0 R ${catalog}>>`,
    pages ?? "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    page ?? "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>",
    "<</Length 0>>\nstream\n\nendstream",
    ...objects,
  ];
  const offsets: number[] = [];
  let length = 0;
  const parts: string[] = [];
  const write = (text: string) => {
    parts.push(text);
    length += text.length;
  };
  write("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n");
  all.forEach((object, at) => {
    offsets.push(length);
    write(`${at + 1} 0 obj\n${object}\nendobj\n`);
  });
  const start = length;
  write(`xref\n0 ${all.length + 1}\n0000000000 65535 f\r\n`);
  for (const offset of offsets) write(`${`${offset}`.padStart(10, "0")} 00000 n\r\n`);
  write(`trailer\n<</Size ${all.length + 1}/Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`);
  return Uint8Array.from(parts.join(""), (character) => character.charCodeAt(0));
}

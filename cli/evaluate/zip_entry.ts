/** Signature of an entry of the central directory (APPNOTE 4.3.12). */
const entrySignature = 0x02014b50;
/** Signature of the record that ends the central directory (APPNOTE 4.3.16). */
const endSignature = 0x06054b50;

/** Reads one deflated entry of a ZIP archive as text; null when missing. */
export async function zipEntry(archive: Uint8Array, name: string): Promise<string | null> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  let end = archive.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== endSignature) end--;
  if (end < 0) return null;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== entrySignature) return null;
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true)
    ) as [number, number, number];
    const entry = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength));
    if (entry === name) return await inflated(archive, view, at);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return null;
}

async function inflated(archive: Uint8Array, view: DataView, at: number): Promise<string> {
  const size = view.getUint32(at + 20, true);
  const local = view.getUint32(at + 42, true);
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const bytes = archive.slice(start, start + size);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return await new Response(stream).text();
}

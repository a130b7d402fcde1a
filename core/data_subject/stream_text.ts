/**
 * Characters that are gathered before they are sent, since a piece for every entry would be slow.
 */
const pieceCharacters = 16_384;

/**
 * Sends text in UTF-8 on demand. A failing text breaks the stream; when the reader leaves, the
 * text's generator ends by its `finally`.
 */
export function streamText(texts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  return ReadableStream.from(pieces(texts));
}

async function* pieces(texts: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder();
  let gathered = "";
  for await (const text of texts) {
    gathered += text;
    if (gathered.length < pieceCharacters) continue;
    yield encoder.encode(gathered);
    gathered = "";
  }
  if (gathered !== "") yield encoder.encode(gathered);
}

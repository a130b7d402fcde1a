import { CLEAR_NAME } from "../support/names.ts";

/** Starts repeated screenings, which run until a message stops them. */
interface Begin {
  readonly url: string;
}

const scope = self as unknown as Pick<Worker, "postMessage" | "onmessage">;
let isStopped = false;

/** Milliseconds of each request, one after the other, in a separate thread. */
async function measure({ url }: Begin): Promise<readonly number[]> {
  const taken: number[] = [];
  while (!isStopped) {
    const start = performance.now();
    const answer = await fetch(`${url}/v1/screen`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-aval-sandbox-client": "acme" },
      body: JSON.stringify({ name: CLEAR_NAME }),
    });
    await answer.text();
    if (answer.status !== 200) throw new Error(`A screening was answered ${answer.status}`);
    taken.push(performance.now() - start);
  }
  return taken;
}

scope.onmessage = async ({ data }: MessageEvent<Begin | "stop">) => {
  if (data === "stop") {
    isStopped = true;
    return;
  }
  isStopped = false;
  scope.postMessage(await measure(data));
};

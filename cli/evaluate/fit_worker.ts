/** Fits weights to the received part of the labelled data, and returns the result. */

import { fitWeights, type Training } from "../../quality/calibration/fit_weights.ts";
import { openMatcher } from "../../wasm/matcher.ts";

/** A worker's global scope, which the compiler types as a window. */
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<Training>) => void) | null;
  postMessage: (message: unknown) => void;
};

scope.onmessage = ({ data }) => scope.postMessage(fitWeights(data, openMatcher));

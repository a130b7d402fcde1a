/** Fits weights to the part of the labelled data that it is sent, and sends back what it found. */

import { fitWeights, type Training } from "../../quality/calibration/fit_weights.ts";
import { openMatcher } from "../../wasm/matcher.ts";

/** A worker's global scope, of which the compiler knows only the window's. */
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<Training>) => void) | null;
  postMessage: (message: unknown) => void;
};

scope.onmessage = ({ data }) => scope.postMessage(fitWeights(data, openMatcher));

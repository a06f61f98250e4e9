/** The encoder of this process: read from disk when it is first asked for (about 150 ms, 80 MB), then kept. */
import { createEncoder, type Encode } from "./encoder.ts";
import { readWeights } from "./weights.ts";

let loading: Promise<Encode> | null = null;

/** Throws where the package with the weights is not installed. */
export function loadEncoder(): Promise<Encode> {
  loading ??= readWeights().then(createEncoder);
  return loading;
}

/** This process's encoder: loaded on first use (about 150 ms, 80 MB) and cached. */
import { createEncoder, type Encode } from "./encoder.ts";
import { readWeights } from "./weights.ts";

let loading: Promise<Encode> | null = null;

/** Throws if the weights package isn't installed. */
export function loadEncoder(): Promise<Encode> {
  loading ??= readWeights().then(createEncoder);
  return loading;
}

/** Shared vector functions. Pure. */
import type { Embedder } from "./ports.ts";

/**
 * Weight of similarity against text match, by model. Universal Sentence Encoder "lite" was measured on public question sets: a quarter is
 * best, half is worse than text alone. Other models were not measured; their published results suggest equal weight.
 */
const MODELS: Readonly<Record<string, Pick<Embedder, "share" | "dimensions">>> = {
  "use-lite-512": { share: 0.25, dimensions: 512 },
  "@cf/qwen/qwen3-embedding-0.6b": { share: 0.5, dimensions: 1_024 },
};

export function traitsOf(model: string): Pick<Embedder, "share" | "dimensions"> {
  return MODELS[model] ?? { share: 0.25 };
}

/** Normalizes to length 1; zero vectors stay zero. */
export function unit(values: readonly number[] | Float32Array): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.hypot(...vector);
  if (length === 0 || !Number.isFinite(length)) return vector.fill(0);
  return vector.map((value) => value / length);
}

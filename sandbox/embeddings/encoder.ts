/**
 * The forward pass of Universal Sentence Encoder "lite" (tfhub.dev/tensorflow/universal-sentence-encoder-lite/2): a two-layer transformer
 * over word pieces whose outputs are averaged, passed through another layer, and normalized.
 */
import { packLayers, type Layer, type Multiply } from "./multiply.ts";
import { createTokenizer } from "./tokenizer.ts";
import type { Weights } from "./weights.ts";

export const DIMENSIONS = 512;
/** Further word pieces are ignored. */
export const MAX_TOKENS = 128;
const INPUT = 256;
const INNER = 1536;
const HEADS = 4;
const EPSILON = 1e-6;

/** A unit-length embedding and its word pieces. */
export interface Embedding {
  readonly vector: Float32Array;
  readonly tokens: number;
}

/** Embeds a text. Deterministic; dot products are cosines. */
export type Encode = (text: string) => Embedding;

interface Norm {
  readonly scale: Float32Array;
  readonly bias: Float32Array;
}

interface TransformerLayer {
  readonly width: number;
  readonly beforeAttention: Norm;
  readonly queriesKeysValues: Multiply;
  readonly attentionOut: Multiply;
  /** Widens the residual; null if it already has the width. */
  readonly shortcut: Multiply | null;
  readonly beforeInner: Norm;
  readonly innerIn: Multiply;
  readonly innerOut: Multiply;
}

/** Builds the encoder in about 100 ms. */
export function createEncoder(weights: Weights): Encode {
  const tokenize = createTokenizer(weights.vocabulary);
  const embeddings = weights.get("module/Embeddings_en");
  const frequencies = weights.get(
    `${GRAPH}TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`,
  );
  const { layers, head } = readLayers(weights);

  return (text) => {
    const ids = tokenize(text).slice(0, MAX_TOKENS);
    let states = embedTokens(ids, embeddings, frequencies);
    for (const layer of layers) states = passThrough(layer, states);
    const vector = head(mean(states)).map((value) => Math.tanh(value));
    const length = Math.hypot(...vector);
    return { vector: vector.map((value) => value / length), tokens: ids.length };
  };
}

const GRAPH = "module_apply_default/Encoder_en/KonaTransformer/Encode/";
const KERNELS = "module/Encoder_en/KonaTransformer/Encode/";

function readLayers(weights: Weights): { layers: TransformerLayer[]; head: Multiply } {
  const dense = (kernel: string, bias: string, inputs: number, outputs: number): Layer => ({
    weights: weights.get(kernel),
    bias: weights.get(bias),
    inputs,
    outputs,
  });
  const attention = (index: number, part: string, inputs: number, outputs: number): Layer =>
    dense(
      `${KERNELS}Layer_${index}/TransformerLayer/MultiheadAttention/${part}/kernel/part_0`,
      `${GRAPH}Layer_${index}/TransformerLayer/MultiheadAttention/${part}/bias/ConcatPartitions/concat`,
      inputs,
      outputs,
    );
  const inner = (index: number, part: string, inputs: number, outputs: number): Layer =>
    dense(
      `${GRAPH}TransformerStack/Layer_${index}/TransformerLayer/FFN/${part}/Tensordot/Reshape_1`,
      `${GRAPH}Layer_${index}/TransformerLayer/FFN/${part}/bias/ConcatPartitions/concat`,
      inputs,
      outputs,
    );
  const widen = `${GRAPH}Layer_0/TransformerLayer/dense/`;
  const multiply = packLayers(
    [
      attention(0, "qkv_transform_single", INPUT, 3 * INPUT),
      attention(0, "output_transform_single", INPUT, DIMENSIONS),
      inner(0, "conv1", DIMENSIONS, INNER),
      inner(0, "conv2", INNER, DIMENSIONS),
      attention(1, "qkv_transform_single", DIMENSIONS, 3 * DIMENSIONS),
      attention(1, "output_transform_single", DIMENSIONS, DIMENSIONS),
      inner(1, "conv1", DIMENSIONS, INNER),
      inner(1, "conv2", INNER, DIMENSIONS),
      dense(
        `${widen}kernel/ConcatPartitions/concat`,
        `${widen}bias/ConcatPartitions/concat`,
        INPUT,
        DIMENSIONS,
      ),
      dense(
        "module/Encoder_en/hidden_layers/tanh_layer_0/weights",
        "module/Encoder_en/hidden_layers/tanh_layer_0/bias",
        DIMENSIONS,
        DIMENSIONS,
      ),
    ],
    MAX_TOKENS,
  );
  const take = (index: number): Multiply => taken(multiply, index);
  const norm = (index: number, before: "" | "FFN/"): Norm => {
    const path = `${GRAPH}Layer_${index}/TransformerLayer/${before}layer_prepostprocess/layer_norm/layer_norm_`;
    return {
      scale: weights.get(`${path}scale/ConcatPartitions/concat`),
      bias: weights.get(`${path}bias/ConcatPartitions/concat`),
    };
  };
  const layer = (index: 0 | 1): TransformerLayer => ({
    width: index === 0 ? INPUT : DIMENSIONS,
    beforeAttention: norm(index, ""),
    queriesKeysValues: take(4 * index),
    attentionOut: take(4 * index + 1),
    shortcut: index === 0 ? take(8) : null,
    beforeInner: norm(index, "FFN/"),
    innerIn: take(4 * index + 2),
    innerOut: take(4 * index + 3),
  });
  return { layers: [layer(0), layer(1)], head: take(9) };
}

function taken(layers: readonly Multiply[], index: number): Multiply {
  const found = layers[index];
  if (found === undefined) throw new Error(`There is no layer ${index}.`);
  return found;
}

/** Word piece embeddings, doubled as in this graph, plus sinusoidal position encodings. */
function embedTokens(
  ids: readonly number[],
  embeddings: Float32Array,
  frequencies: Float32Array,
): Float32Array {
  const half = INPUT / 2;
  const states = new Float32Array(ids.length * INPUT);
  for (const [place, id] of ids.entries()) {
    const row = states.subarray(place * INPUT, (place + 1) * INPUT);
    row.set(embeddings.subarray(id * INPUT, (id + 1) * INPUT).map((value) => 2 * value));
    for (let index = 0; index < half; index++) {
      const angle = place * (frequencies[index] ?? 0);
      row[index] = (row[index] ?? 0) + Math.sin(angle);
      row[half + index] = (row[half + index] ?? 0) + Math.cos(angle);
    }
  }
  return states;
}

function passThrough(layer: TransformerLayer, states: Float32Array): Float32Array {
  const attended = attend(layer.queriesKeysValues(normalise(states, layer.beforeAttention)), layer.width);
  const middle = add(layer.attentionOut(attended), layer.shortcut === null ? states : layer.shortcut(states));
  return add(layer.innerOut(layer.innerIn(normalise(middle, layer.beforeInner), true)), middle);
}

/** Layer normalization: mean 0 and variance 1 per row, then scale and shift. */
function normalise(states: Float32Array, { scale, bias }: Norm): Float32Array {
  const width = scale.length;
  const normal = new Float32Array(states.length);
  for (let from = 0; from < states.length; from += width) {
    let sum = 0;
    for (let index = 0; index < width; index++) sum += states[from + index] ?? 0;
    const average = sum / width;
    let squares = 0;
    for (let index = 0; index < width; index++) squares += ((states[from + index] ?? 0) - average) ** 2;
    const factor = 1 / Math.sqrt(squares / width + EPSILON);
    for (let index = 0; index < width; index++)
      normal[from + index] =
        ((states[from + index] ?? 0) - average) * factor * (scale[index] ?? 1) + (bias[index] ?? 0);
  }
  return normal;
}

/** Multi-head scaled dot-product attention. `rows` holds queries, keys and values side by side. Plain loops: this is most of an embedding's time. */
function attend(rows: Float32Array, width: number): Float32Array {
  const stride = 3 * width;
  const places = rows.length / stride;
  const size = width / HEADS;
  const scale = 1 / Math.sqrt(size);
  const out = new Float32Array(places * width);
  const shares = new Float64Array(places);
  for (let head = 0; head < HEADS; head++) {
    for (let place = 0; place < places; place++) {
      const query = place * stride + head * size;
      let highest = -Infinity;
      for (let other = 0; other < places; other++) {
        const key = other * stride + width + head * size;
        let score = 0;
        for (let index = 0; index < size; index++)
          score += (rows[query + index] ?? 0) * (rows[key + index] ?? 0);
        shares[other] = score * scale;
        highest = Math.max(highest, score * scale);
      }
      let total = 0;
      for (let other = 0; other < places; other++) {
        const share = Math.exp((shares[other] ?? 0) - highest);
        shares[other] = share;
        total += share;
      }
      const to = place * width + head * size;
      for (let other = 0; other < places; other++) {
        const value = other * stride + 2 * width + head * size;
        const weight = (shares[other] ?? 0) / total;
        for (let index = 0; index < size; index++)
          out[to + index] = (out[to + index] ?? 0) + weight * (rows[value + index] ?? 0);
      }
    }
  }
  return out;
}

/** Dot product; for embeddings, the cosine. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

function add(to: Float32Array, what: Float32Array): Float32Array {
  for (let index = 0; index < to.length; index++) to[index] = (to[index] ?? 0) + (what[index] ?? 0);
  return to;
}

function mean(states: Float32Array): Float32Array {
  const sum = new Float32Array(DIMENSIONS);
  const places = Math.max(1, states.length / DIMENSIONS);
  for (let index = 0; index < states.length; index++)
    sum[index % DIMENSIONS] = (sum[index % DIMENSIONS] ?? 0) + (states[index] ?? 0) / places;
  return sum;
}

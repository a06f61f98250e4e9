/**
 * A vector's sketch: one bit per dimension, the signs of its coordinates after a random rotation, and a factor that makes its product
 * with a query vector an unbiased estimate of the cosine (Gao and Long, "RaBitQ", SIGMOD 2024). A 512-dimension sketch takes 64 bytes
 * instead of 2,048; estimates are off by about 0.03, good enough to select candidates for exact comparison. Pure.
 */

/** Stored with the sketches: a different rotation invalidates them. */
const SEED = 0x9e3779b9;

/** A unit vector as bits. `gain` times the signs' product with a rotated query approximates their cosine. */
interface Sketch {
  readonly bits: Uint8Array;
  readonly gain: number;
}

export function sketchBytes(dimensions: number): number {
  return sizeOf(dimensions) / 8;
}

export function sketchOf(values: ArrayLike<number>): Sketch {
  const rotated = rotate(values);
  const bits = new Uint8Array(rotated.length / 8);
  let [length, product] = [0, 0];
  for (let at = 0; at < rotated.length; at++) {
    const value = rotated[at] as number;
    if (value > 0) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
    length += value * value;
    product += Math.abs(value);
  }
  return { bits, gain: product === 0 ? 0 : Math.sqrt(length) / product };
}

/** Contribution of each sketch byte, by position and value, to the product with a query vector: 256 numbers per position. */
export function productsOf(question: ArrayLike<number>): Float32Array {
  const rotated = rotate(question);
  const products = new Float32Array(rotated.length * 32);
  for (let place = 0; place < rotated.length / 8; place++) {
    const eight = rotated.subarray(place * 8, place * 8 + 8);
    const table = products.subarray(place * 256, place * 256 + 256);
    table[0] = -eight.reduce((sum, value) => sum + value, 0);
    for (let byte = 1; byte < 256; byte++) {
      const lowest = 31 - Math.clz32(byte & -byte);
      table[byte] = (table[byte & (byte - 1)] ?? 0) + 2 * (eight[lowest] ?? 0);
    }
  }
  return products;
}

/** The rotation's size: the next power of two, at least one byte. */
function sizeOf(dimensions: number): number {
  return Math.max(8, 2 ** Math.ceil(Math.log2(dimensions)));
}

/** Random signs, then a Hadamard transform, which spreads any direction evenly over the coordinates and preserves lengths and angles. */
function rotate(values: ArrayLike<number>): Float32Array {
  const size = sizeOf(values.length);
  const rotated = new Float32Array(size);
  const scale = 1 / Math.sqrt(size);
  let state = SEED;
  for (let at = 0; at < values.length; at++) {
    // Xorshift (Marsaglia, 2003).
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    rotated[at] = (state < 0 ? -scale : scale) * (values[at] ?? 0);
  }
  for (let half = 1; half < size; half *= 2)
    for (let from = 0; from < size; from += 2 * half)
      for (let at = from; at < from + half; at++) {
        const [left, right] = [rotated[at] as number, rotated[at + half] as number];
        rotated[at] = left + right;
        rotated[at + half] = left - right;
      }
  return rotated;
}

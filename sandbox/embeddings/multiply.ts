/** Matrix multiplication for the encoder: a small WebAssembly SIMD function (`multiply.wat`) over packed weights. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Unpacked weights: `inputs × outputs`, row-major; `outputs` is a multiple of 8. */
export interface Layer {
  readonly weights: Float32Array;
  readonly bias: Float32Array;
  readonly inputs: number;
  readonly outputs: number;
}

/** Multiplies rows of inputs into rows of outputs. `cutOff` applies ReLU. */
export type Multiply = (input: Float32Array, cutOff?: boolean) => Float32Array;

/** The part of WebAssembly we use, because the project's type libraries describe it differently. */
interface WasmHost {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  multiply(
    input: number,
    weights: number,
    bias: number,
    output: number,
    rows: number,
    depth: number,
    columns: number,
    cutOff: number,
  ): void;
}

const PAGE_BYTES = 65_536;
const PANEL = 8;
const TILE_ROWS = 4;

/** Packs the layers into WebAssembly memory. At most `maxRows` rows are multiplied at a time. */
export function packLayers(layers: readonly Layer[], maxRows: number): Multiply[] {
  const widest = Math.max(...layers.map(({ inputs, outputs }) => Math.max(inputs, outputs)));
  const rows = roundUp(maxRows, TILE_ROWS);
  const scratch = rows * widest;
  const sizes = layers.map(({ weights, bias }) => weights.length + bias.length);
  const floats = 2 * scratch + sizes.reduce((sum, size) => sum + size, 0);
  const kernel = instantiate(Math.ceil((floats * 4) / PAGE_BYTES));
  const memory = new Float32Array(kernel.memory.buffer);
  let free = 2 * scratch;

  return layers.map((layer) => {
    const weights = free;
    const bias = weights + layer.weights.length;
    free = bias + layer.bias.length;
    packPanels(layer, memory.subarray(weights, bias));
    memory.set(layer.bias, bias);
    return (input, cutOff = false) => {
      const count = input.length / layer.inputs;
      if (count > rows) throw new Error(`${count} rows are more than the ${rows} there is room for.`);
      memory.set(input, 0);
      kernel.multiply(
        0,
        weights * 4,
        bias * 4,
        scratch * 4,
        roundUp(count, TILE_ROWS),
        layer.inputs,
        layer.outputs,
        cutOff ? 1 : 0,
      );
      return memory.slice(scratch, scratch + count * layer.outputs);
    };
  });
}

function instantiate(pages: number): Kernel {
  const { WebAssembly: host } = globalThis as unknown as { readonly WebAssembly: WasmHost };
  const module = new host.Module(readFileSync(join(import.meta.dirname, "multiply.wasm")));
  const kernel = new host.Instance(module).exports as Kernel;
  kernel.memory.grow(pages);
  return kernel;
}

/** Groups columns by eight so that the kernel reads weights sequentially. */
function packPanels({ weights, inputs, outputs }: Layer, packed: Float32Array): void {
  let at = 0;
  for (let column = 0; column < outputs; column += PANEL) {
    for (let row = 0; row < inputs; row++) {
      const from = row * outputs + column;
      for (let index = 0; index < PANEL; index++) packed[at++] = weights[from + index] ?? 0;
    }
  }
}

function roundUp(count: number, step: number): number {
  return Math.ceil(count / step) * step;
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { metered, packagedEngine } from "../../../../scripts/meter-engine.ts";

const ENGINE = join(import.meta.dirname, "../../../../src/platform/code-sandbox/engine.wasm");

/** (module (memory 1) (func (export "spin") (loop (br 0)))), a section a line. */
const SPINNING = `
  0061736d 01000000
  01 04 01 60 00 00
  02 01 00
  03 02 01 00
  05 03 01 00 01
  06 01 00
  07 08 01 04 7370696e 00 00
  0a 09 01 07 00 03 40 0c 00 0b 0b`;

/** The Workers' types know no making of modules from bytes; Node does. */
const Module = WebAssembly.Module as unknown as new (bytes: Uint8Array) => WebAssembly.Module;

describe("the metered engine", () => {
  it("is the package's engine with the gauge built in (node scripts/meter-engine.ts rebuilds it)", async () => {
    const made = metered(await packagedEngine());
    expect(Buffer.compare(made, await readFile(ENGINE))).toBe(0);
  });

  it("ends a loop that never would, after exactly the iterations it paid for", () => {
    const module = new Module(metered(Buffer.from(SPINNING.replace(/\s/g, ""), "hex")));
    const { exports } = new WebAssembly.Instance(module);
    const tank = exports["fuel"] as WebAssembly.Global;
    tank.value = 1000n;
    expect(() => (exports["spin"] as () => void)()).toThrow(WebAssembly.RuntimeError);
    expect(tank.value).toBe(-1n);
  });
});

import { testDeployment } from "../../../support/context.ts";
import { describe, expect, it } from "vitest";
import type { CodeOutcome, StopReason } from "../../../../src/platform/code-sandbox/index.ts";
import type { Json } from "../../../../src/kernel/hash.ts";

async function run(code: string, input: Json = null): Promise<CodeOutcome> {
  return testDeployment().code.run({ code, input });
}

const ROWS = [
  { unit: "12B", rent: 1250.5, paid: "2026-10-03" },
  { unit: "14A", rent: 980, paid: "2026-10-09" },
];

describe("the code sandbox, inside workerd", () => {
  it("runs in workerd", () => {
    expect(navigator.userAgent).toBe("Cloudflare-Workers");
  });

  it.each<[string, Json, Json]>([
    ["1 + 1", null, 2],
    ["return 5", null, 5],
    ["await 3", null, 3],
    ["const late = await Promise.resolve(4); return late", null, 4],
    ["(async () => [await 1, 2])()", null, [1, 2]],
    ["input.reduce((sum, { rent }) => sum + rent, 0)", ROWS, 2230.5],
    ["input.filter(({ paid }) => new Date(paid).getUTCDate() > 5).map(({ unit }) => unit)", ROWS, ["14A"]],
    ["new Date(Date.UTC(2028, 1, 29)).toISOString().slice(0, 10)", null, "2028-02-29"],
    ["10n ** 20n", null, "100000000000000000000"],
    ["new Map([['a', 1]])", null, [["a", 1]]],
    ["'Ünïcödé ✓ 🏠'.normalize('NFD').replace(/\\p{M}/gu, '')", null, "Unicode ✓ 🏠"],
    ["undefined", null, null],
    ["[NaN, Infinity, undefined, () => 1]", null, ["NaN", "Infinity", null, "[function]"]],
    ["input.text.split(',').length", { text: 'a,"b\u2028c",\u0000d' }, 3],
    ["JSON.stringify = null; Array.prototype.push = null; String = null; 7", null, 7],
  ])("computes %s", async (code, input, result) => {
    expect(await run(code, input)).toEqual({ kind: "done", result, console: [], dropped: 0 });
  });

  it("returns what was printed, up to a limit", async () => {
    expect(await run("console.log('rows', input.length, { a: 1 }); 1", [1, 2])).toEqual({
      kind: "done",
      result: 1,
      console: ['rows 2 {"a":1}'],
      dropped: 0,
    });
    const much = await run("for (let i = 0; i < 1000; i++) console.log('line', i); 'done'");
    expect(much).toMatchObject({ kind: "done", result: "done" });
    if (much.kind !== "done") throw new Error("it did not end");
    expect(much.console.join("\n").length).toBeLessThanOrEqual(2_000);
    expect(much.console.length + much.dropped).toBe(1000);
    const forged = await run(
      "Array.prototype.toJSON = () => Array(5000).fill('x'.repeat(1000)); console.log(1); throw new Error('no')",
    );
    if (forged.kind !== "thrown") throw new Error("it did not throw");
    expect(forged.console.join("\n").length).toBeLessThanOrEqual(2_000);
  });

  it.each<[string, string, number | null]>([
    ["let x = ;", "SyntaxError", 1],
    ["\n\nnull.x", "TypeError", 3],
    ["\nthrow new RangeError('too few rows')", "RangeError: too few rows", 2],
    ["throw { code: 7 }", '{"code":7}', null],
    ["Promise.reject(new TypeError('late'))", "TypeError: late", 1],
    ["const a = {}; a.a = a; a", "circular", null],
    ["import fs from 'node:fs'", "SyntaxError", 1],
    ["import('node:fs')", "could not load module", null],
    ["import('https://example.com/x.js')", "could not load module", null],
    ["require('fs')", "'require' is not defined", 1],
    ["fetch('https://example.com')", "'fetch' is not defined", 1],
    ["process.env", "'process' is not defined", 1],
    ["this.constructor.constructor('return process')()", "'process' is not defined", null],
    ["(() => {}).constructor('return caches')()", "'caches' is not defined", null],
    ["console.log.constructor('return env')()", "'env' is not defined", null],
    ["setTimeout(() => {}, 1)", "'setTimeout' is not defined", 1],
    ["new WebAssembly.Module(new Uint8Array(8))", "'WebAssembly' is not defined", 1],
    ["Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0)", "is not defined", 1],
    ["let s = 'ab'; while (true) s += s", "string too long", 1],
  ])("says what is wrong with %j", async (code, message, line) => {
    const outcome = await run(code);
    expect(outcome).toMatchObject({ kind: "thrown", message: expect.stringContaining(message) });
    if (line !== null) expect(outcome).toMatchObject({ line });
  });

  it("gives nothing of ours to hold on to", async () => {
    const outcome = await run(
      "Object.getOwnPropertyNames(globalThis).filter((name) => !/^[A-Z]/.test(name)).sort()",
    );
    expect(outcome).toMatchObject({
      result: [
        "console",
        "decodeURI",
        "decodeURIComponent",
        "encodeURI",
        "encodeURIComponent",
        "escape",
        "eval",
        "globalThis",
        "input",
        "isFinite",
        "isNaN",
        "parseFloat",
        "parseInt",
        "undefined",
        "unescape",
      ],
    });
  });

  it("forgets everything between two calls", async () => {
    await run("globalThis.kept = 'secret'; Object.prototype.kept = 'secret'; Array.prototype.map = null; 1");
    expect(await run("[typeof kept, {}.kept ?? 'nothing', [1].map((x) => x)]")).toMatchObject({
      result: ["undefined", "nothing", [1]],
    });
  });
});

describe("the code sandbox stops", () => {
  it.each<[string, StopReason]>([
    ["while (true);", "work"],
    ["for (;;) {}", "work"],
    ["try { while (true); } catch {} 1", "work"],
    ["try { while (true); } finally { while (true); }", "work"],
    ["function f() { try { f() } finally { f() } } f()", "work"],
    ["async function f() { while (true) await 1 } f()", "work"],
    ["({ toJSON() { while (true); } })", "work"],
    ["new Proxy({}, { ownKeys() { while (true); } })", "work"],
    [
      "const e = new Error(); Object.defineProperty(e, 'message', { get() { while (true); } }); throw e",
      "work",
    ],
    ["/^(a+)+$/.test('a'.repeat(40) + 'b')", "work"],
    ["/(?:x+x+)+y/.exec('x'.repeat(5000))", "work"],
    ["Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)", "work"],
    ["const s = 'a'.repeat(5e6); while (true) s.indexOf('b')", "work"],
    ["const b = new Uint8Array(8e6); while (true) b.copyWithin(0, 1)", "work"],
    ["const b = new Uint8Array(8e6); while (true) b.fill(3)", "work"],
    ["let x = 3n ** 600000n; while (true) (x * x) >> 600000n", "work"],
    [
      "const f = () => Promise.resolve().then(f).then(f); f(); (async () => { for (;;) await f(); })()",
      "memory",
    ],
    ["eval('while (true);')", "work"],
    ["new Function('for (;;);')()", "work"],
    ["function* g() { for (;;) yield 1 } [...g()]", "memory"],
    ["const a = []; while (true) a.push(new Array(1000).fill(1))", "memory"],
    ["'x'.repeat(1e9)", "memory"],
    ["new ArrayBuffer(1e9)", "memory"],
    ["new Uint8Array(64 * 1024 * 1024)", "memory"],
    ["const m = new Map(); for (let i = 0; ; i++) m.set(i, 'v'.repeat(1000) + i)", "memory"],
    ["let a = []; for (let i = 0; i < 1e6; i++) a = [a]; a", "memory"],
    ["function f() { return f() + 1 } f()", "depth"],
    ["let a = []; for (let i = 0; i < 1e5; i++) a = [a]; JSON.stringify(a)", "depth"],
    ["JSON.parse('['.repeat(1e5))", "depth"],
    ["'x'.repeat(20000)", "output"],
    ["Array.from({ length: 5000 }, (_, i) => i)", "output"],
    ["new Promise(() => {})", "unsettled"],
    ["await new Promise(() => {}); 1", "unsettled"],
  ])("%s", async (code, reason) => {
    expect(await run(code)).toEqual({ kind: "stopped", reason });
  });

  it("and is there for the next script at once", async () => {
    await run("while (true);");
    await run("const a = []; while (true) a.push(new Array(1000).fill(1))");
    expect(await run("6 * 7")).toMatchObject({ kind: "done", result: 42 });
  });
});

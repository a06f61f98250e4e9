/**
 * A QuickJS machine: an instance of the WebAssembly engine with its own memory, created for one script and
 * discarded after it, so that runs can't affect each other. It has no functions of ours, so it can only
 * compute. The engine is metered (`scripts/meter-engine.ts`): when its fuel runs out, it traps anywhere,
 * even within a built-in.
 */
import loadEngine from "@jitl/quickjs-wasmfile-release-sync/emscripten-module";
import { QuickJSFFI } from "@jitl/quickjs-wasmfile-release-sync/ffi";
import type { CodeLimits } from "./types.ts";

type Engine = Awaited<ReturnType<typeof loadEngine>>;
type Ffi = QuickJSFFI;
type Runtime = ReturnType<Ffi["QTS_NewRuntime"]>;
type Context = ReturnType<Ffi["QTS_NewContext"]>;
type Value = ReturnType<Ffi["QTS_Eval"]>;
type EvalArguments = Parameters<Ffi["QTS_Eval"]>;
type EvalFlags = EvalArguments[5];

const PAGE_BYTES = 64 * 1024;
/** Memory of the engine itself before a script starts. */
const ENGINE_PAGES = 256;
/** All language features (`IntrinsicsFlags` of the package, one bit each). */
const ALL_INTRINSICS = 0xffff as Parameters<Ffi["QTS_NewContext"]>[1];
const NO_MODULES = 0 as EvalArguments[4];
const COMPILE_ONLY = (1 << 5) as EvalFlags;
const RUN = 0 as EvalFlags;
/** Promise states of the engine (`JSPromiseStateEnum`). */
const PENDING = 0;
const REJECTED = 2;

/** A value in the machine, and whether it was thrown. */
export interface MachineValue {
  readonly at: Value;
  readonly thrown: boolean;
}

/**
 * A machine with full fuel. Every call throws WebAssembly.RuntimeError or RangeError at its limits; the
 * machine is then unusable.
 */
export class Machine {
  readonly #engine: Engine;
  readonly #ffi: QuickJSFFI;
  readonly #runtime: Runtime;
  readonly #context: Context;
  readonly #memory: WebAssembly.Memory;
  readonly #tank: WebAssembly.Global;

  private constructor(
    engine: Engine,
    memory: WebAssembly.Memory,
    tank: WebAssembly.Global,
    limits: CodeLimits,
  ) {
    this.#engine = engine;
    this.#memory = memory;
    this.#tank = tank;
    this.#ffi = new QuickJSFFI(engine);
    this.#runtime = this.#ffi.QTS_NewRuntime();
    this.#ffi.QTS_RuntimeSetMemoryLimit(this.#runtime, limits.memoryBytes);
    this.#ffi.QTS_RuntimeSetMaxStackSize(this.#runtime, limits.stackBytes);
    this.#context = this.#ffi.QTS_NewContext(this.#runtime, ALL_INTRINSICS);
  }

  /** Instantiates the compiled engine. */
  static async start(compiled: WebAssembly.Module, limits: CodeLimits): Promise<Machine> {
    const maximum = ENGINE_PAGES + Math.ceil(limits.memoryBytes / PAGE_BYTES);
    const wasmMemory = new WebAssembly.Memory({ initial: ENGINE_PAGES, maximum });
    let tank: WebAssembly.Global | null = null;
    const engine = await loadEngine({
      wasmMemory,
      instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
        const instance = new WebAssembly.Instance(compiled, imports);
        tank = instance.exports["fuel"] as WebAssembly.Global;
        tank.value = BigInt(limits.fuel);
        done(instance);
        return instance.exports;
      },
    });
    if (tank === null) throw new TypeError("the engine has no fuel gauge");
    return new Machine(engine, wasmMemory, tank, limits);
  }

  /** Whether the fuel ran out. */
  get isSpent(): boolean {
    return (this.#tank.value as bigint) < 0n;
  }

  /** Runs a script and returns the value of its last statement. `name` is used in stack traces. */
  run(code: string, name: string): MachineValue {
    return this.#resolved(this.#evaluate(code, name, RUN));
  }

  /** Whether a script parses. */
  parses(code: string, name: string): MachineValue {
    return this.#resolved(this.#evaluate(code, name, COMPILE_ONLY));
  }

  call(callee: MachineValue, args: readonly MachineValue[]): MachineValue {
    const pointers = new Uint32Array(args.map(({ at }) => at));
    const list = this.#engine._malloc(Math.max(4, pointers.byteLength)) as Parameters<Ffi["QTS_Call"]>[4];
    new Uint32Array(this.#memory.buffer, list, args.length).set(pointers);
    const ffi = this.#ffi;
    return this.#resolved(ffi.QTS_Call(this.#context, callee.at, ffi.QTS_GetUndefined(), args.length, list));
  }

  flag(value: boolean): MachineValue {
    const at = value ? this.#ffi.QTS_GetTrue() : this.#ffi.QTS_GetFalse();
    return { at: at as unknown as Value, thrown: false };
  }

  text(value: MachineValue): string {
    return this.#engine.UTF8ToString(this.#ffi.QTS_GetString(this.#context, value.at));
  }

  /**
   * Runs all pending jobs until a promise settles, and returns its result; null if it can never settle. Other
   * values are returned unchanged.
   */
  settle(value: MachineValue): MachineValue | null {
    const last = this.#engine._malloc(4) as Parameters<Ffi["QTS_ExecutePendingJob"]>[2];
    while (this.#ffi.QTS_IsJobPending(this.#runtime) !== 0)
      this.#ffi.QTS_ExecutePendingJob(this.#runtime, -1, last);
    if (value.thrown) return value;
    const state: number = this.#ffi.QTS_PromiseState(this.#context, value.at);
    if (state < PENDING) return value;
    if (state === PENDING) return null;
    return { at: this.#ffi.QTS_PromiseResult(this.#context, value.at), thrown: state === REJECTED };
  }

  #evaluate(code: string, name: string, flags: EvalFlags): Value {
    const sizeBytes = this.#engine.lengthBytesUTF8(code) + 1;
    const at = this.#engine._malloc(sizeBytes) as Parameters<Engine["stringToUTF8"]>[1] & EvalArguments[1];
    this.#engine.stringToUTF8(code, at, sizeBytes);
    return this.#ffi.QTS_Eval(this.#context, at, sizeBytes - 1, name, NO_MODULES, flags);
  }

  #resolved(at: Value): MachineValue {
    const error = this.#ffi.QTS_ResolveException(this.#context, at);
    return error === 0 ? { at, thrown: false } : { at: error, thrown: true };
  }
}

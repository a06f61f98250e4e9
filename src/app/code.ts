/** Composition of the code sandbox. Its engine (230 KiB) is opened with its first use, so that the Worker starts without it. */
import { runCode, type CodeOutcome, type CodeRequest } from "../code/index.ts";

/** Runs a script with the engine that was uploaded with the Worker. */
export async function runInSandbox(request: CodeRequest): Promise<CodeOutcome> {
  const { default: compiled } = await import("../code/engine.wasm");
  return runCode(request, { compiled });
}

/** Runs one script in its own machine, within limits, and reports the outcome. Nothing persists after the call. */
import * as z from "zod";
import type { Json } from "../../kernel/hash.ts";
import type { Machine, MachineValue } from "./machine.ts";
import { PRELUDE } from "./prelude.ts";
import { CODE_LIMITS, type CodeLimits, type CodeOutcome, type CodeRequest } from "./types.ts";

const SCRIPT = "script";

const reportSchema = z.object({
  console: z.array(z.string()),
  dropped: z.number(),
  length: z.number().optional(),
  result: z.string().nullable().optional(),
  error: z.string().optional(),
  stack: z.string().optional(),
});
type Report = z.output<typeof reportSchema>;

/**
 * Failures of the script are in the outcome, not thrown. `compiled` is the metered engine. A top-level
 * `return` or `await` is allowed: the script then runs as a function body.
 */
export async function runCode(
  request: CodeRequest,
  options: { readonly compiled: WebAssembly.Module; readonly limits?: CodeLimits },
): Promise<CodeOutcome> {
  const limits = options.limits ?? CODE_LIMITS;
  const { Machine } = await import("./machine.ts");
  const machine = await Machine.start(options.compiled, limits);
  try {
    return outcomeIn(machine, request, limits);
  } catch (error) {
    return { kind: "stopped", reason: stopReason(error, machine) };
  }
}

function outcomeIn(machine: Machine, { code, input }: CodeRequest, limits: CodeLimits): CodeOutcome {
  const inputLiteral = JSON.stringify(JSON.stringify(input));
  const report = machine.run(
    `${PRELUDE}(${inputLiteral}, ${limits.resultChars}, ${limits.consoleChars})`,
    "prelude",
  );
  const told = (value: MachineValue): Report | null => {
    const text = machine.call(report, [value, machine.flag(value.thrown)]);
    if (text.thrown && !value.thrown) return told(text);
    return text.thrown ? null : parseReport(machine.text(text));
  };
  const ended = machine.settle(machine.run(runnable(machine, code), SCRIPT));
  if (ended === null) return { kind: "stopped", reason: "unsettled" };
  const said = told(ended);
  if (said === null) return { kind: "stopped", reason: "memory" };
  return outcomeOf({ ...said, ...printedWithin(said, limits.consoleChars) });
}

/** The script's output within the limit, even if it changed the machine's own counting. */
function printedWithin(
  { console, dropped }: Report,
  limitChars: number,
): Pick<Report, "console" | "dropped"> {
  let left = limitChars;
  const kept = console.filter((line) => (left -= line.length + 1) >= -1);
  return { console: kept, dropped: dropped + console.length - kept.length };
}

function parseReport(text: string): Report | null {
  try {
    return reportSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The script itself, or wrapped in a function if it returns or awaits at the top level; the first that parses. */
function runnable(machine: Machine, code: string): string {
  const forms = [
    code,
    `(function () {${code}\n})()`,
    `(async () => (${code}\n))()`,
    `(async () => {${code}\n})()`,
  ];
  return forms.find((form) => !machine.parses(form, SCRIPT).thrown) ?? code;
}

function outcomeOf(report: Report): CodeOutcome {
  const printed = { console: report.console, dropped: report.dropped };
  if (report.error !== undefined) {
    // The engine throws null if there is not even memory for an error.
    if (/out of memory|^thrown: null$/i.test(report.error)) return { kind: "stopped", reason: "memory" };
    if (/stack overflow|call stack size/i.test(report.error)) return { kind: "stopped", reason: "depth" };
    return { kind: "thrown", message: report.error, line: lineOf(report.stack ?? ""), ...printed };
  }
  if (typeof report.result !== "string") return { kind: "stopped", reason: "output" };
  return { kind: "done", result: JSON.parse(report.result) as Json, ...printed };
}

/** The first line of the script in a stack trace. */
function lineOf(stack: string): number | null {
  const found = /\bscript:(\d+)/.exec(stack);
  return found === null ? null : Number(found[1]);
}

function stopReason(error: unknown, machine: Machine): "work" | "depth" | "memory" {
  if (machine.isSpent) return "work";
  return error instanceof RangeError ? "depth" : "memory";
}

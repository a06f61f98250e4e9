/** Runs one script in a machine of its own, within limits, and says what came of it. Nothing of it outlives the call. */
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
 * Runs a script; never throws for what the script does. `compiled` is the metered engine. A top-level `return` or `await` is taken as the
 * body of a function.
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

/** What a script printed, within the limit whatever it has made of the machine's own way of counting. */
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

/** The script as it can run: itself, or as a function's body where it returns or waits at its top. The first that parses is it. */
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
    // The engine throws null where not even an error fits into memory any more.
    if (/out of memory|^thrown: null$/i.test(report.error)) return { kind: "stopped", reason: "memory" };
    if (/stack overflow|call stack size/i.test(report.error)) return { kind: "stopped", reason: "depth" };
    return { kind: "thrown", message: report.error, line: lineOf(report.stack ?? ""), ...printed };
  }
  if (typeof report.result !== "string") return { kind: "stopped", reason: "output" };
  return { kind: "done", result: JSON.parse(report.result) as Json, ...printed };
}

/** The line of the script a stack trace names first. */
function lineOf(stack: string): number | null {
  const found = /\bscript:(\d+)/.exec(stack);
  return found === null ? null : Number(found[1]);
}

function stopReason(error: unknown, machine: Machine): "work" | "depth" | "memory" {
  if (machine.isSpent) return "work";
  return error instanceof RangeError ? "depth" : "memory";
}

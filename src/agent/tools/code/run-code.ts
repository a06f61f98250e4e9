import * as z from "zod";
import { CODE_LIMITS, type CodeOutcome, type StopReason } from "../../../platform/code-sandbox/index.ts";
import { jsonSchema } from "../../../platform/api/common.ts";
import { defineTool, type ToolResult, retry } from "../define-tool.ts";
import { describeSkillFailure } from "../describe-skill-failure.ts";
import type { CodeServices } from "./index.ts";

/** The model's message per limit, with what to do about it. */
const STOPPED: Record<StopReason, string> = {
  work: "The script was stopped: it worked for too long (an endless loop, a pattern that backtracks, or too much data). Do less at once.",
  memory: "The script was stopped: it used more memory than the 32 MB it may. Keep less at once.",
  depth:
    "The script was stopped: its calls or its data are nested too deeply. Use a loop, or flatten the data.",
  output: `The script was stopped: its result is longer than ${CODE_LIMITS.resultChars} characters of JSON. Return a summary or a part.`,
  unsettled:
    "The script was stopped: the promise it returned can never settle. There are no timers and nothing to wait for here.",
};

/** Runs code in the sandbox. */
export const runCode = defineTool({
  name: "run_code",
  title: "Calculate",
  done: "Calculated",
  description:
    "Runs JavaScript (ES2023) for arithmetic, dates, tables and text, and returns the value of its last statement (or of a top-level return) as JSON, and " +
    "what console.log wrote. No network, files, modules, timers or Intl; dates are in UTC. Each call starts from scratch. " +
    "Give either `code`, or `skill` and `script` to run a script of a skill.",
  input: z.strictObject({
    code: z.string().min(1).max(CODE_LIMITS.codeChars).optional().describe("The script"),
    skill: z.string().trim().min(1).max(200).optional().describe("A skill as <skills> lists it"),
    script: z
      .string()
      .trim()
      .min(1)
      .max(400)
      .regex(/\.js$/, "must be a .js file of the skill, such as scripts/total.js")
      .optional()
      .describe("A script of that skill, such as scripts/total.js"),
    input: jsonSchema.optional().describe("Data for the script, read as `input`"),
  }),
  effect: "read",
  egress: "none",
  tellsOutside: true,
  summarize: ({ skill, script }) =>
    skill === undefined ? "Calculating" : `Running ${script ?? "a script"} of the skill ${skill}`,
  async run({ code, skill, script, input = null }, services: CodeServices) {
    if (JSON.stringify(input).length > CODE_LIMITS.inputChars)
      return retry(`The input is longer than ${CODE_LIMITS.inputChars} characters of JSON.`);
    if (code !== undefined && skill === undefined && script === undefined)
      return answerOf(await services.runCode({ code, input }));
    if (code !== undefined || skill === undefined || script === undefined)
      return retry("Give either code, or skill and script.");
    const found = await scriptOf(services, skill, script);
    if ("kind" in found) return found;
    const answer = answerOf(await services.runCode({ code: found.content, input }));
    return answer.kind === "ok" ? { ...answer, outside: found.source !== null } : answer;
  },
});

/** A skill's script, or why it isn't available. */
async function scriptOf(
  services: CodeServices,
  skill: string,
  script: string,
): Promise<{ readonly content: string; readonly source: string | null } | ToolResult> {
  const resource = script.includes("/") ? script : `scripts/${script}`;
  const answer = await services.useSkill({ name: skill, resource });
  if (answer.kind !== "found") return describeSkillFailure(answer);
  if (answer.content.length > CODE_LIMITS.codeChars)
    return { kind: "failed", message: `${resource} is longer than ${CODE_LIMITS.codeChars} characters.` };
  return { content: answer.content, source: answer.source };
}

function answerOf(outcome: CodeOutcome): ToolResult {
  if (outcome.kind === "stopped") return { kind: "failed", message: STOPPED[outcome.reason] };
  const { console, dropped } = outcome;
  const printed = dropped === 0 ? console : [...console, `(${dropped} more lines were left out)`];
  if (outcome.kind === "thrown") {
    const where = outcome.line === null ? "" : ` (line ${outcome.line})`;
    const said = printed.length === 0 ? "" : `\nIt had printed:\n${printed.join("\n")}`;
    return retry(`The script failed${where}: ${outcome.message}${said}`);
  }
  const data = { result: outcome.result, ...(printed.length === 0 ? {} : { console: printed }) };
  return { kind: "ok", data };
}

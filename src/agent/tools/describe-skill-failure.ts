import type { Tenant } from "./tenant.ts";
import type { ToolResult } from "./define-tool.ts";
import { retry } from "./define-tool.ts";

type SkillAnswer = Awaited<ReturnType<Tenant["useSkill"]>>;

/** The model's message for an unavailable skill or file. */
export function describeSkillFailure(answer: Exclude<SkillAnswer, { kind: "found" }>): ToolResult {
  if (answer.kind === "refused") return { kind: "failed", message: answer.message };
  const known =
    answer.known.length === 0 ? "There are none." : `There are: ${answer.known.slice(0, 50).join(", ")}.`;
  return retry(`${answer.message} ${known}`);
}

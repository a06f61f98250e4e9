/** Skills as tools ask for them: for the run they work in. */
import { useSkill, type SkillAnswer, type SkillRequest } from "../../skills/index.ts";
import type { ToolResult } from "../define-tool.ts";
import type { ToolContext } from "../ports.ts";

/** A skill or one of its files; the use is recorded with the run. */
export async function skillFor(context: ToolContext, request: SkillRequest): Promise<SkillAnswer> {
  const { runId, conversationId } = context.scope;
  const { deps } = await context.files();
  return useSkill(deps, request, runId === undefined ? null : { runId, conversationId });
}

/** What the model is told where a skill or its file cannot be had. */
export function describeSkillFailure(answer: Exclude<SkillAnswer, { kind: "found" }>): ToolResult {
  if (answer.kind === "refused") return { kind: "failed", message: answer.message };
  const known =
    answer.known.length === 0 ? "There are none." : `There are: ${answer.known.slice(0, 50).join(", ")}.`;
  return { kind: "retry", message: `${answer.message} ${known}` };
}

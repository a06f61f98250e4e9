/** Wires one question to a project agent. The run is recorded whatever the outcome. */
import { askAgent } from "../../agent/index.ts";
import { projectConversation } from "../../approvals/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { AgentAnswer, AgentQuestion, Reader } from "../agent-work/index.ts";
import { definitionOf } from "../../agent/wiring/agent-standing.ts";
import { askWorld } from "../../agent/wiring/ask-world.ts";

export async function askProjectAgent(
  ctx: TenantContext,
  timeZone: string,
  question: AgentQuestion,
  reader: Partial<Reader> = {},
): Promise<AgentAnswer> {
  const definition = definitionOf(question.agent);
  const { end, output, text } = await askAgent(askWorld(ctx), {
    runId: question.runId,
    agent: definition,
    text: question.text,
    about: question.about,
    conversationId: projectConversation(question.projectId),
    trigger: `project.${question.trigger}`,
    startedBy: question.startedBy,
    timeZone,
    mode: question.mode,
    ...reader,
    before: [
      {
        kind: "hook",
        name: "context",
        status: `${question.context.usedTokens} of ${question.context.budgetTokens} tokens`,
        at: isoTime(ctx.clock.now()),
        durationMs: 0,
        detail: { ...question.context },
      },
    ],
  });
  if (output !== undefined) return { kind: "answered", draft: output };
  if (definition.output === undefined && end.reason === "end_turn") return { kind: "answered", draft: text };
  return {
    kind: "unanswered",
    problem: end.error?.message ?? UNABLE[end.reason] ?? "The agent gave no answer.",
  };
}

const UNABLE: Readonly<Record<string, string>> = {
  budget_spent: "The month’s budget is used up.",
  rate_limited: "This hour’s limit of model calls is reached.",
};

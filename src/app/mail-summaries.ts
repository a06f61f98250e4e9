/** Composition of summarizing e-mails of sources: the cheap agent behind the port, paid for by the team's month. */
import { askAgent, mailSummarizer, mailSummarySchema, type Answer } from "../agents/index.ts";
import type { Task, WorkResult } from "../clock/index.ts";
import { systemIds } from "../kernel/ids.ts";
import { tokensOfChars } from "../kernel/tokens.ts";
import { summarizeMails, type Summarized } from "../knowledge/index.ts";
import type { Env } from "../platform/env.ts";
import { costMicroUsd } from "../usage/index.ts";
import { askWorld } from "./ask-world.ts";
import { knowledgeDeps } from "./knowledge.ts";

/** What an answer takes, about. */
const ANSWER_TOKENS = 120;

/** Summarizes what is due. */
export function summarizeKnowledge(env: Env, { tenantId, untilMs }: Task): Promise<WorkResult> {
  const summarize = async (text: string): Promise<Summarized> => {
    const answer = await askAgent(askWorld(env, tenantId), {
      runId: systemIds.newId(),
      agent: mailSummarizer,
      text,
      about: "What an e-mail asks for",
      conversationId: "system.knowledge",
      trigger: "mail-summary",
      startedBy: "system:steward",
      timeZone: "UTC",
    });
    return summarizedBy(answer);
  };
  return summarizeMails({ ...knowledgeDeps(env, tenantId), summarize }, untilMs);
}

/** Micro-dollars of summarizing an e-mail of so many characters, about. */
export function summaryMicroUsd(env: Env, chars: number): number {
  const inputTokens = tokensOfChars(mailSummarizer.instructions.length + chars);
  const usage = { inputTokens, outputTokens: ANSWER_TOKENS, cacheReadTokens: 0, cacheWriteTokens: 0 };
  return costMicroUsd(env.CHEAP_MODEL, usage).microUsd;
}

const WAITS: Readonly<Record<string, string>> = {
  budget_spent: "The month’s budget has no room for summaries. They go on once it has.",
  agent_disabled: "E-mail summaries are turned off in Settings → Agents.",
  upstream_failed: "The model can’t be reached. It’s tried again.",
  not_configured: "The model refused this deployment’s key.",
};

/** An answer that can't be read is none; where nothing could be asked, it waits. */
function summarizedBy({ end, output }: Pick<Answer, "end" | "output">): Summarized {
  const problem = WAITS[end.error?.code ?? end.reason];
  if (problem !== undefined) {
    const untilMs = end.resumesAt === undefined ? {} : { untilMs: Date.parse(end.resumesAt) };
    return { kind: "wait", problem, ...untilMs };
  }
  const text = output === undefined ? "" : mailSummarySchema.parse(output).summary.trim();
  return text === "" ? { kind: "none" } : { kind: "summary", text };
}

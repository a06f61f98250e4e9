/** Composition of summaries, and what one costs. */
import { costMicroUsd } from "../agent/usage/index.ts";
import { tokensOfChars } from "../kernel/tokens.ts";
import { agentAsSet, type Answer } from "../agent/index.ts";
import { mailSummarizer, mailSummarySchema } from "./agents/mail-summarizer.ts";
import type { Task, WorkResult } from "../platform/work/index.ts";
import { urgencyChecks } from "./tables/inbox.ts";
import { summarizeInbox } from "./inbox/index.ts";
import type { Summarize, Summarized } from "../knowledge/sources/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { askOnce } from "../agent/open.ts";

/** Summarizes due e-mails of watched mailboxes. */
export function summarizeWatched(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const summarize = summarizer(ctx, "system.mail");
  const written = (): Promise<void> => ctx.wake("events.consume");
  const isPressed = (): Promise<boolean> => isUrgencyAsked(ctx);
  return summarizeInbox({ db: ctx.db, clock: ctx.clock, written, summarize, isPressed }, untilMs);
}

/** Whether messages wait to be checked for urgency. */
export async function isUrgencyAsked({ db }: Pick<TenantContext, "db">): Promise<boolean> {
  return (await db.rows(urgencyChecks).limit(1)).length > 0;
}

/** A low-cost agent that summarizes items, charged to the team's monthly budget. */
export function summarizer(ctx: TenantContext, conversationId: string): Summarize {
  return async (text) => {
    const answer = await askOnce(ctx, {
      agent: mailSummarizer,
      text,
      about: "Summary of an item",
      conversationId,
      trigger: "mail-summary",
    });
    return summarizedBy(answer);
  };
}

const WAITS: Readonly<Record<string, string>> = {
  budget_spent: "This month’s budget has no room for summaries. They resume once it does.",
  agent_disabled: "Summaries are turned off in Settings → Agents.",
  upstream_failed: "The model can’t be reached. Steward will try again.",
  not_configured: "The model refused this deployment’s key.",
};

const NONE = { summary: "", names: [] } as const;

/** An invalid answer counts as no summary; if the model could not be asked, the summary stays pending. */
function summarizedBy({ end, output }: Pick<Answer, "end" | "output">): Summarized {
  const problem = WAITS[end.error?.code ?? end.reason];
  if (problem !== undefined) {
    const untilMs =
      end.reason !== "rate_limited" || end.resumesAt === undefined
        ? {}
        : { untilMs: Date.parse(end.resumesAt) };
    return { kind: "wait", problem, ...untilMs };
  }
  const { summary, names } = output === undefined ? NONE : mailSummarySchema.parse(output);
  const text = summary.trim();
  return text === "" ? { kind: "none" } : { kind: "summary", text, names };
}

/** Approximate tokens of an answer. */
const ANSWER_TOKENS = 240;

/** Approximate micro-dollars of summarizing an item of a given length, by the team's instructions and model, which are read once. */
export function summaryPrice(ctx: TenantContext): (chars: number) => Promise<number> {
  let asked: ReturnType<typeof agentAsSet> | null = null;
  return async (chars) => {
    const { instructions, tier } = await (asked ??= agentAsSet(ctx.db, mailSummarizer));
    const inputTokens = tokensOfChars(instructions.length + chars);
    const usage = { inputTokens, outputTokens: ANSWER_TOKENS, cacheReadTokens: 0, cacheWriteTokens: 0 };
    return costMicroUsd(ctx.config.models[tier], usage).microUsd;
  };
}

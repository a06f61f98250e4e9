/** Composition of summarizing e-mails: the cheap agent behind the port, paid for by the team's month. */
import { askAgent, type Answer } from "../../agent/index.ts";
import { mailSummarizer, mailSummarySchema } from "../agents/mail-summarizer.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { summarizeInbox } from "../inbox/index.ts";
import { summarizeMails, type Summarize, type Summarized } from "../../knowledge/sources/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { askWorld } from "../../agent/wiring/ask-world.ts";
import { knowledgeDeps } from "../../knowledge/sources/open.ts";

/** Summarizes what is due of sources. */
export function summarizeKnowledge(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const summarize = summarizer(ctx, "system.knowledge");
  return summarizeMails({ ...knowledgeDeps(ctx), summarize }, untilMs);
}

/** Summarizes what is due of watched mailboxes. */
export function summarizeWatched(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const { db, clock, written } = knowledgeDeps(ctx);
  const summarize = summarizer(ctx, "system.mail");
  return summarizeInbox({ db, clock, written, summarize }, untilMs);
}

function summarizer(ctx: TenantContext, conversationId: string): Summarize {
  return async (text) => {
    const answer = await askAgent(askWorld(ctx), {
      runId: ctx.ids.newId(),
      agent: mailSummarizer,
      text,
      about: "What an e-mail asks for",
      conversationId,
      trigger: "mail-summary",
      startedBy: "system:steward",
      timeZone: "UTC",
    });
    return summarizedBy(answer);
  };
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
